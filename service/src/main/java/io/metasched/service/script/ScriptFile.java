package io.metasched.service.script;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Submitted script: the bytes, which are run unchanged, and the options in the head, which is all
 * text before the first command. Only the head must be readable, in any encoding compatible with
 * ASCII.
 */
public final class ScriptFile {
  /** Absolute path of the shell, because PATH is the job's own. */
  public static final String SHELL = "/bin/sh";

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final String SHELLS = "(ba|da|a|k|mk|pdk|z|c|tc|fi)?sh";

  private final byte[] bytes;
  private final String mark;
  private final List<Directive> directives = new ArrayList<>();
  private final List<String> interpreter;

  /**
   * Options in the head of a script.
   *
   * @param line line number, from 1
   * @param words words as split by a shell
   */
  public record Directive(int line, List<String> words) {}

  private ScriptFile(byte[] bytes, String mark) {
    this.bytes = bytes;
    this.mark = mark;
    // one character per byte, so that any encoding can be read
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
   * Parses a script from its bytes, without a UTF-8 byte order mark at the beginning.
   *
   * @param mark word with which lines of options begin
   * @throws IllegalArgumentException if the script cannot be run
   */
  public static ScriptFile of(byte[] bytes, String mark) {
    if (startsWith(bytes, (byte) 0xFF, (byte) 0xFE)
        || startsWith(bytes, (byte) 0xFE, (byte) 0xFF)) {
      throw new IllegalArgumentException(
          "is encoded in UTF-16, which no shell reads; convert it (iconv -f UTF-16 -t UTF-8)");
    }
    boolean isEncoded = startsWith(bytes, BYTE_ORDER_MARK);
    return new ScriptFile(
        isEncoded ? Arrays.copyOfRange(bytes, BYTE_ORDER_MARK.length, bytes.length) : bytes, mark);
  }

  private static boolean startsWith(byte[] bytes, byte... first) {
    return bytes.length >= first.length
        && Arrays.equals(bytes, 0, first.length, first, 0, first.length);
  }

  /**
   * Returns the words after #! of the first line, as split by the kernel; a shell if there are no
   * words.
   */
  private static List<String> interpreter(String first) {
    if (!first.startsWith("#!")) {
      if (first.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("is not a script; a program goes after --");
      }
      return List.of(SHELL);
    }
    var words = first.substring(2).split("\r", 2)[0].strip();
    if (words.isEmpty()) {
      throw new IllegalArgumentException("line 1: no program follows the #!");
    }
    return List.of(decoded(words).split("[ \t]+", 2));
  }

  /** Returns the name of the program that runs the script, even if env runs that program. */
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
    if (!text.split("[ \t]", 2)[0].equals(mark)) {
      return;
    }
    try {
      directives.add(new Directive(line, ShellWords.of(decoded(text.substring(mark.length())))));
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

  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the options in the head, by line. */
  public List<Directive> directives() {
    return List.copyOf(directives);
  }

  /**
   * Returns the program that runs the script and the argument of this program, from the first line.
   */
  public List<String> interpreter() {
    return interpreter;
  }
}
