package io.metasched.service.slurm;

import io.metasched.service.run.JobVariable;
import java.util.regex.Pattern;

/** Names of output files with fields such as {@code %j}, as words of a shell. */
final class OutputName {
  private static final Pattern FIELD = Pattern.compile("%(\\d{0,2})([A-Za-z%])");

  private OutputName() {}

  /**
   * Returns a word that a shell on the job's node expands to the name.
   *
   * @param name name of the job
   * @param user name of the user on the client's machine
   */
  static String word(String pattern, String name, String user) {
    if (pattern.indexOf('\\') >= 0) { // as in Slurm, a backslash turns the fields off
      return quoted(pattern.replace("\\", ""));
    }
    var word = new StringBuilder();
    var field = FIELD.matcher(pattern);
    int at = 0;
    while (field.find()) {
      word.append(quoted(pattern.substring(at, field.start())));
      word.append(text(field.group(2), field.group(1), field.group(), name, user));
      at = field.end();
    }
    return word.append(quoted(pattern.substring(at))).toString();
  }

  private static String text(String letter, String width, String whole, String name, String user) {
    return switch (letter) {
      case "%" -> quoted("%");
      case "j", "J" -> number("$SLURM_JOB_ID", width);
      case "A" -> number("${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}", width);
      case "a" -> number("${SLURM_ARRAY_TASK_ID:-4294967294}", width);
      case "n", "t" -> number("0", width);
      case "s" -> quoted("batch");
      case "N" -> "\"$" + JobVariable.NODE.key() + "\"";
      case "u" -> quoted(user);
      case "x" -> quoted(name.replace('/', '_'));
      default -> quoted(whole);
    };
  }

  private static String number(String value, String width) {
    return width.isEmpty() ? "\"" + value + "\"" : "\"$(printf %0" + width + "d " + value + ")\"";
  }

  /** Returns a text as one word of a shell. */
  static String quoted(String text) {
    return text.isEmpty() ? "" : "'" + text.replace("'", "'\\''") + "'";
  }
}
