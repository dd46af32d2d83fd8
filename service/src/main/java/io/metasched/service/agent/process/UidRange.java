package io.metasched.service.agent.process;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Range of user ids, both ends inclusive. Each id is also a group id.
 *
 * @param first first id, at least 1
 * @param last last id, at least {@code first}
 */
public record UidRange(int first, int last) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

  /** Parses a range such as {@code 70000-89999}; empty if the text is invalid. */
  public static Optional<UidRange> parse(String text) {
    var form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    var range = new UidRange(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
    return Optional.of(range).filter(each -> each.first >= 1 && each.last >= each.first);
  }

  int size() {
    return last - first + 1;
  }

  boolean contains(long uid) {
    return first <= uid && uid <= last;
  }

  @Override
  public String toString() {
    return first + "-" + last;
  }
}
