package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.input.Packing;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Opener of a log, plain or gzip, which is determined by its first bytes, not by its name. */
final class TraceFile {
  private TraceFile() {}

  /**
   * Returns the text of the file, which the caller closes.
   *
   * @throws TraceException if the file is missing, not readable, compressed in another format, or
   *     not a regular file; a pipe or a device could block or never end
   */
  static InputStream open(Path file) {
    try {
      if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
        throw refused(file, "is not a regular file", null);
      }
      return decompressed(file, Files.newInputStream(file));
    } catch (NoSuchFileException e) {
      throw refused(file, "does not exist", e);
    } catch (AccessDeniedException e) {
      throw refused(file, "may not be read: access denied", e);
    } catch (IOException e) {
      throw refused(file, "cannot be opened: " + PrintableText.reason(e), e);
    }
  }

  /** Returns the file for messages. */
  static String shown(Path file) {
    return PrintableText.replaced(file.toString());
  }

  /** Returns the name of the file for results. */
  static String name(Path file) {
    return shown(file.getFileName() == null ? file : file.getFileName());
  }

  private static InputStream decompressed(Path file, InputStream raw) throws IOException {
    try {
      var first = raw.readNBytes(Packing.OCTETS);
      var whole = new PushbackInputStream(raw, first.length + 1);
      whole.unread(first);
      var packing = Packing.of(first);
      if (packing.isEmpty() || packing.get() == Packing.GZIP) {
        return packing.isEmpty() ? whole : new GunzipStream(whole);
      }
      throw refused(file, packing.get().refusal(), null);
    } catch (IOException | TraceException e) {
      raw.close();
      throw e;
    }
  }

  private static TraceException refused(Path file, String why, @Nullable Throwable cause) {
    return new TraceException(shown(file) + ": " + why, cause);
  }
}
