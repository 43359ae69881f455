import type { ShownCertificate } from '../awards/certificate.repository.js';

const ADD_TO_PROFILE = 'https://www.linkedin.com/profile/add';

const parts = (day: string) => day.split('-').map(Number) as [number, number];

/** An address that opens the form of a professional profile, filled in. */
export function profileAddress(certificate: ShownCertificate, verifyUrl: string): string {
  const { title, issuer_name, issued_on, expires_on, code } = certificate;
  const [year, month] = parts(issued_on);
  const [endYear, endMonth] = expires_on === null ? [] : parts(expires_on);
  const fields = {
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: issuer_name,
    issueYear: year,
    issueMonth: month,
    expirationYear: endYear,
    expirationMonth: endMonth,
    certUrl: verifyUrl,
    certId: code,
  };
  const given = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${ADD_TO_PROFILE}?${new URLSearchParams(given).toString()}`;
}
