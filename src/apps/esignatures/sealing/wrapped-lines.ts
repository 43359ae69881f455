/** Breaks a text into lines of so many letters: at blanks, and within a longer word. */
export function wrappedLines(text: string, most: number): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(' ').flatMap((one) => parts(one, most))) {
      const last = lines.at(-1) as string;
      if (!last) lines[lines.length - 1] = word;
      else if (last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

function parts(word: string, most: number): string[] {
  const letters = Array.from(word);
  const count = Math.max(1, Math.ceil(letters.length / most));
  return Array.from({ length: count }, (_, at) => letters.slice(at * most, (at + 1) * most).join(''));
}
