package io.metasched.simulation.rows;

import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Names of result folders. */
final class ResultNames {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");
  private static final Pattern NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,200}");
  private static final String UNFINISHED = "unfinished";

  /** Glob of the hidden folders of results that are being written, or whose process was killed. */
  static final String UNFINISHED_FOLDERS = ".*." + UNFINISHED + "-*";

  private ResultNames() {}

  /** Returns the prefix of the name of a hidden folder for {@code name}. */
  static String hidden(String name, String purpose) {
    return ".%s.%s-".formatted(name, purpose);
  }

  /**
   * Returns the path with the first number after all existing ones, including those being written.
   */
  static Path nextFree(Path results, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new ResultFolderException(
          "a name of results has 1 to 200 characters and no slash, but is "
              + PrintableText.quoted(name));
    }
    long last = 0;
    if (Files.isDirectory(results)) {
      try (var entries = Files.newDirectoryStream(results)) {
        for (var entry : entries) {
          last = Math.max(last, number(entry, name + "-").orElse(0));
        }
      } catch (IOException unreadable) {
        throw new ResultFolderException(
            "%s: cannot be read: %s"
                .formatted(PrintableText.escaped(results), PrintableText.reason(unreadable)));
      }
    }
    return results.resolve("%s-%d".formatted(name, last + 1));
  }

  private static OptionalLong number(Path entry, String prefix) {
    var name = String.valueOf(entry.getFileName());
    int purpose = name.lastIndexOf("." + UNFINISHED + "-");
    if (name.startsWith(".") && purpose > 0) {
      name = name.substring(1, purpose);
    }
    if (!name.startsWith(prefix)) {
      return OptionalLong.empty();
    }
    var number = name.substring(prefix.length());
    return NUMBER.matcher(number).matches()
        ? OptionalLong.of(Long.parseLong(number))
        : OptionalLong.empty();
  }
}
