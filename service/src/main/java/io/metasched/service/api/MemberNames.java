package io.metasched.service.api;

import java.util.Collections;
import java.util.Map;
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
  public static final MemberNames NONE = new MemberNames(Map.of());

  private static final Pattern POINTER = Pattern.compile("^(/[^ :]+)(?=[ :])");

  public MemberNames {
    names = Collections.unmodifiableSortedMap(new TreeMap<>(names));
  }

  /** Creates names from a map in any order. */
  public MemberNames(Map<String, String> names) {
    this(new TreeMap<>(names));
  }

  /** Returns a message with the name of a member instead of the pointer at its beginning. */
  public String in(String message) {
    var found = POINTER.matcher(message);
    if (!found.find()) {
      return message;
    }
    var pointer = found.group();
    for (var at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      if (names.containsKey(at)) {
        return names.get(at) + message.substring(pointer.length());
      }
    }
    return message;
  }
}
