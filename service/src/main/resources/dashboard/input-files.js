// Input files of a job, read from a form and converted to the format of the API.

/** Highest total size of all files of a job, in bytes. */
export const MOST_BYTES = 512 * 1024;

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns bytes as text if they are UTF-8 without NUL, otherwise as base64. */
function content(bytes) {
  try {
    const read = text.decode(bytes);
    if (!read.includes('\0')) {
      return { text: read };
    }
  } catch (error) {
    // not UTF-8
  }
  let binary = '';
  bytes.forEach((byte) => { binary += String.fromCharCode(byte); });
  return { base64: btoa(binary) };
}

/**
 * Returns {bytes, input}: the total size of the chosen files, and their form for the API, which is empty if they are
 * too large.
 */
export async function readFiles(files) {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > MOST_BYTES) {
    return { bytes, input: [] };
  }
  const read = async (file) => ({ path: file.name, ...content(new Uint8Array(await file.arrayBuffer())) });
  return { bytes, input: await Promise.all(files.map(read)) };
}
