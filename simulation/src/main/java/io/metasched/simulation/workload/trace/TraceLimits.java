package io.metasched.simulation.workload.trace;

/**
 * How much a log may hold before it is refused, so that no input can fill the memory or go on for
 * ever. The counts are of all files of one log together.
 *
 * @param lineBytes bytes of one line, without its line feed
 * @param lines lines, comments and blank ones included
 * @param textBytes bytes of text after decompression
 * @param headerLines header lines with a key
 */
record TraceLimits(int lineBytes, int lines, long textBytes, int headerLines) {
  static final TraceLimits STANDARD = new TraceLimits(4096, 10_000_000, 4L << 30, 10_000);
}
