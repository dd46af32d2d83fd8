package io.metasched.simulation.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** First octet of a text file. */
final class FirstSign {
  private static final int LOOKED_AT = 4096;

  private FirstSign() {}

  /**
   * Returns the first octet that is neither blank nor part of a byte order mark; -1 if none can be
   * read.
   */
  static int of(Path file) {
    if (!Files.isRegularFile(file)) {
      return -1;
    }
    try (var in = Files.newInputStream(file)) {
      for (byte octet : in.readNBytes(LOOKED_AT)) {
        if (octet > ' ' && octet < 0x7f) {
          return octet;
        }
      }
    } catch (IOException e) { // reported by the reader
    }
    return -1;
  }
}
