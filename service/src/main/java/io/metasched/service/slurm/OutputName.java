package io.metasched.service.slurm;

import io.metasched.service.run.JobVariable;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Names of output files with fields such as {@code %j}. */
final class OutputName {
  private static final Pattern FIELD = Pattern.compile("%(\\d{0,2})([A-Za-z%])");
  private static final String NO_INDEX = "4294967294"; // as in Slurm

  private OutputName() {}

  /**
   * Returns a word that a shell on the job's node expands to the name.
   *
   * @param name name of the job
   * @param user name of the user on the client's machine
   */
  static String word(String pattern, String name, String user) {
    var word =
        filled(
            pattern,
            OutputName::quoted,
            (letter, width) ->
                switch (letter) {
                  case "%" -> quoted("%");
                  case "j", "J" -> number("$SLURM_JOB_ID", width);
                  case "A" -> number("${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}", width);
                  case "a" -> number("${SLURM_ARRAY_TASK_ID:-" + NO_INDEX + "}", width);
                  case "n", "t" -> number("0", width);
                  case "s" -> quoted("batch");
                  case "N" -> "\"$" + JobVariable.NODE.key() + "\"";
                  case "u" -> quoted(user);
                  case "x" -> quoted(name.replace('/', '_'));
                  default -> quoted("%" + width + letter);
                });
    return word.isEmpty() ? "''" : word; // a file that cannot be opened
  }

  /**
   * Returns the name of a job's file.
   *
   * @param values values of j, A, a, N, u and x; a field without a value stays, except for a
   */
  static String text(String pattern, Map<String, String> values) {
    return filled(
        pattern,
        UnaryOperator.identity(),
        (letter, width) ->
            switch (letter) {
              case "%" -> "%";
              case "j", "J" -> padded(values.getOrDefault("j", ""), width);
              case "A" -> padded(values.getOrDefault("A", ""), width);
              case "a" -> padded(values.getOrDefault("a", NO_INDEX), width);
              case "n", "t" -> padded("0", width);
              case "s" -> "batch";
              case "x" -> values.getOrDefault("x", "").replace('/', '_');
              default -> values.getOrDefault(letter, "%" + width + letter);
            });
  }

  /**
   * Returns a pattern with all its parts replaced.
   *
   * @param literal function for the text between fields
   * @param field function for the letter and the width of a field
   */
  private static String filled(
      String pattern, UnaryOperator<String> literal, BinaryOperator<String> field) {
    if (pattern.indexOf('\\') >= 0) { // as in Slurm, a backslash turns the fields off
      return literal.apply(pattern.replace("\\", ""));
    }
    var text = new StringBuilder();
    var found = FIELD.matcher(pattern);
    int at = 0;
    while (found.find()) {
      text.append(literal.apply(pattern.substring(at, found.start())));
      text.append(field.apply(found.group(2), found.group(1)));
      at = found.end();
    }
    return text.append(literal.apply(pattern.substring(at))).toString();
  }

  private static String number(String value, String width) {
    return width.isEmpty() ? "\"" + value + "\"" : "\"$(printf %0" + width + "d " + value + ")\"";
  }

  private static String padded(String number, String width) {
    int digits = width.isEmpty() ? 0 : Integer.parseInt(width);
    return "0".repeat(Math.max(0, digits - number.length())) + number;
  }

  /** Returns a text as one word of a shell. */
  static String quoted(String text) {
    return text.isEmpty() ? "" : "'" + text.replace("'", "'\\''") + "'";
  }
}
