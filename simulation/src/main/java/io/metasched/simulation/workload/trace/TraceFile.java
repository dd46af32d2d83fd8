package io.metasched.simulation.workload.trace;

import io.metasched.simulation.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Opens a log, plain or gzip: its first two bytes decide, not its name. */
final class TraceFile {
  private TraceFile() {}

  /**
   * The text of the file, to be closed by the caller.
   *
   * @throws TraceException if the file is missing, closed to us, or not a regular file; a pipe or a
   *     device could block or never end
   */
  static InputStream open(Path file) {
    try {
      if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
        throw refused(file, "is not a regular file", null);
      }
      return decompressed(Files.newInputStream(file));
    } catch (NoSuchFileException e) {
      throw refused(file, "does not exist", e);
    } catch (AccessDeniedException e) {
      throw refused(file, "may not be read: access denied", e);
    } catch (IOException e) {
      throw refused(file, "cannot be opened: " + PrintableText.reason(e), e);
    }
  }

  /** The file as messages show it. */
  static String shown(Path file) {
    return PrintableText.replaced(file.toString(), '?');
  }

  private static InputStream decompressed(InputStream raw) throws IOException {
    try {
      var magic = raw.readNBytes(2);
      var whole = new PushbackInputStream(raw, 2);
      whole.unread(magic);
      boolean gzip = magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
      return gzip ? new GunzipStream(whole) : whole;
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  private static TraceException refused(Path file, String why, @Nullable Throwable cause) {
    return new TraceException(shown(file) + ": " + why, cause);
  }
}
