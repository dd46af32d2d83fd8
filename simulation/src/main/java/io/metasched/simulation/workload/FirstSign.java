package io.metasched.simulation.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The first sign of a text file. */
final class FirstSign {
  private static final int LOOKED_AT = 4096;

  private FirstSign() {}

  /** The first octet that is no blank and no byte order mark; -1 where none can be read. */
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
    } catch (IOException e) { // said by the reader
    }
    return -1;
  }
}
