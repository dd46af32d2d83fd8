package io.metasched.service.api;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Names of the members of a body for its user, such as options of a command.
 *
 * @param names names by the pointers of members, which include all members within them
 */
public record MemberNames(SortedMap<String, String> names) {
  /** No names: messages keep their pointers. */
  public static final MemberNames NONE = of("");

  private static final Pattern POINTER = Pattern.compile("^(/[^ :]+)(?=[ :])");

  public MemberNames {
    names = Collections.unmodifiableSortedMap(new TreeMap<>(names));
  }

  /**
   * Creates names.
   *
   * @param lines lines such as {@code /work/duration: --time}
   */
  public static MemberNames of(String lines) {
    var names = new TreeMap<String, String>();
    lines.lines().map(line -> line.split(": ", 2)).forEach(line -> names.put(line[0], line[1]));
    return new MemberNames(names);
  }

  /** Returns the names for members that are within a member of another body. */
  public MemberNames within(String pointer) {
    var others = new TreeMap<String, String>();
    names.forEach((member, name) -> others.put(pointer + member, name));
    return new MemberNames(others);
  }

  /** Returns a message with the name of a member instead of the pointer at its beginning. */
  public String in(String message) {
    var found = POINTER.matcher(message);
    if (!found.find()) {
      return message;
    }
    var pointer = found.group();
    for (var at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      var name = names.get(at);
      if (name != null) {
        return name + message.substring(pointer.length());
      }
    }
    return message;
  }
}
