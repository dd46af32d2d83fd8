package io.metasched.service.cli;

import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Copy of an exported history or backup.
 *
 * @param lines number of copied lines
 * @param last the last line
 */
record ExportedLines(long lines, String last) {
  private static final String END = "{\"line\":\"end\"";

  /** Returns whether nothing is missing at the end. */
  boolean areComplete() {
    return last.startsWith(END);
  }

  /** Copies the lines of a stream of the API. */
  static ExportedLines copy(ApiClient client, String path, Writer out) {
    long lines = 0;
    String last = "";
    try (var in =
        new BufferedReader(new InputStreamReader(client.stream(path), StandardCharsets.UTF_8))) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        out.write(line);
        out.write('\n');
        last = line;
        lines++;
      }
      out.flush();
    } catch (ServiceException e) {
      throw e;
    } catch (IOException e) {
      return new ExportedLines(lines, "");
    }
    return new ExportedLines(lines, last);
  }

  /**
   * Copies the lines of a stream of the API to a file that only its owner can read. An existing
   * file is replaced when the copy is complete; an incomplete copy is deleted.
   *
   * @throws IllegalStateException if the file cannot be written
   */
  static ExportedLines copy(ApiClient client, String path, Path file) {
    var part = file.resolveSibling(file.getFileName() + ".part");
    var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try {
      Files.deleteIfExists(part);
      ExportedLines copied;
      try (var channel =
              Files.newByteChannel(
                  part, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mine);
          var out =
              new BufferedWriter(
                  new OutputStreamWriter(
                      Channels.newOutputStream(channel), StandardCharsets.UTF_8))) {
        copied = copy(client, path, out);
      }
      if (copied.areComplete()) {
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      }
      return copied;
    } catch (IOException e) {
      throw new IllegalStateException(
          "%s cannot be written: %s".formatted(file, e.getMessage()), e);
    } finally {
      var unused = part.toFile().delete();
    }
  }
}
