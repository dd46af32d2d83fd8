package io.metasched.simulation.workload.trace;

/**
 * Limits on the content of a log, so that no input can exhaust the memory or be read forever. The
 * limits apply to all files of one log together.
 *
 * @param lineBytes maximum bytes of one line, without its line feed
 * @param lines maximum lines, including comments and blank lines
 * @param textBytes maximum bytes of text after decompression
 * @param headerLines maximum header lines with a key
 */
record TraceLimits(int lineBytes, int lines, long textBytes, int headerLines) {
  static final TraceLimits STANDARD = new TraceLimits(4096, 10_000_000, 4L << 30, 10_000);
}
