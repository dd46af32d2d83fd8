// Files that a job gets from a form, as the API takes them.

/** Bytes that all files of a job may have together. */
export const MOST_BYTES = 512 * 1024;

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as a text where they are UTF-8 without NUL, else as base64. */
function content(bytes) {
  try {
    const read = text.decode(bytes);
    if (!read.includes('\0')) {
      return { text: read };
    }
  } catch (error) {
    // another encoding
  }
  let binary = '';
  bytes.forEach((byte) => { binary += String.fromCharCode(byte); });
  return { base64: btoa(binary) };
}

/** {bytes, input}: how long chosen files are together, and what the API gets of them; nothing where they are too long. */
export async function readFiles(files) {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > MOST_BYTES) {
    return { bytes, input: [] };
  }
  const read = async (file) => ({ path: file.name, ...content(new Uint8Array(await file.arrayBuffer())) });
  return { bytes, input: await Promise.all(files.map(read)) };
}
