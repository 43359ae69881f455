import { escapeHtml, page } from './page.js';

interface HostedInvoice {
  token: string;
  /** True: the client may pay another amount than all that is due. */
  acceptsParts: boolean;
  /** Of the currency. */
  decimals: number;
  /** True: the content policy lets the logo of the seller be shown. */
  showsLogo: boolean;
}

/**
 * The page of an invoice. It holds no data: its script asks for them, so a program that only opens the address, such as a
 * link preview, does not count as a view.
 */
export const invoicePage = ({ token, acceptsParts, decimals, showsLogo }: HostedInvoice) =>
  page({
    title: 'Invoice',
    style: '../invoice.css',
    script: '../invoice.js',
    body: `<main class="card" data-token="${escapeHtml(token)}" data-parts="${acceptsParts}" data-decimals="${decimals}" data-logo="${showsLogo}">
<header>
<img id="logo" alt="" hidden>
<p id="state" hidden></p>
<h1>Invoice</h1>
<p id="due"></p>
</header>
<p id="told" role="status">One moment …</p>
<button type="button" id="again" hidden>Try again</button>
<article hidden>
<form name="pay" method="post" hidden>
<div id="part" hidden>
<label for="amount">Amount</label>
<input id="amount" name="amount" type="number" inputmode="decimal" required aria-describedby="most">
<p id="most" class="soft"></p>
</div>
<button type="submit">Pay now</button>
</form>
<dl id="facts"></dl>
<div class="parties">
<section><h2>From</h2><div id="seller"></div></section>
<section><h2>To</h2><div id="client"></div></section>
</div>
<div class="table" role="region" aria-label="Lines" tabindex="0">
<table>
<thead><tr><th scope="col">Description</th><th scope="col">Quantity</th><th scope="col">Unit price</th><th scope="col">Amount</th></tr></thead>
<tbody></tbody>
</table>
</div>
<dl id="sums"></dl>
<section id="settled" hidden><h2>Payments and credits</h2><dl></dl></section>
<div id="texts"></div>
<p class="links"><a class="button quiet" id="pdf">Open the PDF</a></p>
</article>
<noscript><p>This page needs JavaScript. Switch it on in your browser, then reload the page.</p></noscript>
</main>`,
  });

export const missingInvoicePage = () =>
  page({
    title: 'There is no such invoice',
    style: '../invoice.css',
    body: '<main class="card">\n<h1>There is no such invoice</h1>\n<p>Check that the address is complete, or ask the sender for it again.</p>\n</main>',
  });
