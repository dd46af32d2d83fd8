package io.metasched.service.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A script that is submitted: its bytes, which are run as they are, and what its head says, which
 * is all before its first command. Only the head needs to be readable, in any encoding that has
 * ASCII in it.
 */
final class ScriptFile {
  /** The shell by its path, as the variable PATH is that of the job. */
  static final String SHELL = "/bin/sh";

  private static final String MARK = "#METASCHED";
  private static final Pattern DIRECTIVE = Pattern.compile(MARK + "(?=[ \\t]|$)");
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final String SHELLS = "(ba|da|a|k|mk|pdk|z|c|tc|fi)?sh";

  private final byte[] bytes;
  private final List<Directive> directives = new ArrayList<>();
  private final List<String> interpreter;

  /**
   * Options in the head of a script.
   *
   * @param line where they are, from 1
   * @param words as a shell splits them
   */
  record Directive(int line, List<String> words) {}

  private ScriptFile(byte[] bytes) {
    this.bytes = bytes;
    // each byte is one character, so that no encoding is in the way
    var lines = new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1);
    interpreter = interpreter(lines[0]);
    boolean isShell = name(interpreter).matches(SHELLS);
    for (int number = 1; number <= lines.length; number++) {
      var line = lines[number - 1];
      if (isShell && line.indexOf('\r') >= 0) {
        throw new IllegalArgumentException(
            "line %d: it has a carriage return, as files of Windows do, which %s takes for a part"
                    .formatted(number, name(interpreter))
                + " of the command; convert the script (sed -i 's/\\r$//')");
      }
      var text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        return;
      }
      directive(number, text);
    }
  }

  /**
   * Reads a script.
   *
   * @throws IllegalArgumentException where it cannot be read or cannot run
   */
  static ScriptFile read(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("there is no such file; a command goes after --");
    }
    return of(JobOptions.bytes(file));
  }

  /**
   * Reads a script from its bytes; a byte order mark of UTF-8 at its beginning is no part of it.
   *
   * @throws IllegalArgumentException where it cannot run
   */
  static ScriptFile of(byte[] bytes) {
    if (startsWith(bytes, (byte) 0xFF, (byte) 0xFE)
        || startsWith(bytes, (byte) 0xFE, (byte) 0xFF)) {
      throw new IllegalArgumentException(
          "is encoded in UTF-16, which no shell reads; convert it (iconv -f UTF-16 -t UTF-8)");
    }
    boolean isMarked = startsWith(bytes, BYTE_ORDER_MARK);
    return new ScriptFile(
        isMarked ? Arrays.copyOfRange(bytes, BYTE_ORDER_MARK.length, bytes.length) : bytes);
  }

  private static boolean startsWith(byte[] bytes, byte... first) {
    return bytes.length >= first.length
        && Arrays.equals(bytes, 0, first.length, first, 0, first.length);
  }

  /** The words after #! of the first line, as the kernel splits them; a shell if there are none. */
  private static List<String> interpreter(String first) {
    if (!first.startsWith("#!")) {
      if (first.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("is no script; a program goes after --");
      }
      return List.of(SHELL);
    }
    var words = first.substring(2).split("\r", 2)[0].strip();
    if (words.isEmpty()) {
      throw new IllegalArgumentException("line 1: no program follows the #!");
    }
    return List.of(decoded(words).split("[ \t]+", 2));
  }

  /** The name of the program that runs it, also when env looks for that. */
  private static String name(List<String> interpreter) {
    var name = "";
    for (var word : String.join(" ", interpreter).split("[ \t]+", -1)) {
      if (!word.startsWith("-") && word.indexOf('=') < 0) {
        name = word.substring(word.lastIndexOf('/') + 1);
        if (!name.equals("env")) {
          return name;
        }
      }
    }
    return name;
  }

  private void directive(int line, String text) {
    if (!DIRECTIVE.matcher(text).lookingAt()) {
      return;
    }
    try {
      directives.add(new Directive(line, ShellWords.of(decoded(text.substring(MARK.length())))));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("line %d: %s".formatted(line, e.getMessage()), e);
    }
  }

  private static String decoded(String latin) {
    var encoded = ByteBuffer.wrap(latin.getBytes(StandardCharsets.ISO_8859_1));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("it is not encoded in UTF-8", e);
    }
  }

  byte[] bytes() {
    return bytes.clone();
  }

  /** The options in its head, line by line. */
  List<Directive> directives() {
    return List.copyOf(directives);
  }

  /** The program that runs it and an argument of that, as its first line has them. */
  List<String> interpreter() {
    return interpreter;
  }
}
