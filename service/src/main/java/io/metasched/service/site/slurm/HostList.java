package io.metasched.service.site.slurm;

import java.util.ArrayList;
import java.util.List;

/**
 * List of nodes in the short form of Slurm, such as {@code n[1-3,07],gpu1}. Leading zeros are part
 * of a name, and a name may have several brackets.
 */
final class HostList {
  /** Highest number of nodes in a list. */
  static final int MOST_NODES = 200_000;

  private static final int MOST_DIGITS = 9;

  private HostList() {}

  /**
   * Returns the nodes of a list, in the order of the list.
   *
   * @param text list; empty, {@code (null)} and {@code None assigned} mean no nodes
   * @throws SlurmFailure if the list is truncated, or has more than {@link #MOST_NODES} nodes
   */
  static List<String> expand(String text) throws SlurmFailure {
    var list = text.strip();
    var nodes = new ArrayList<String>();
    if (list.isEmpty() || list.equals("(null)") || list.equals("None assigned")) {
      return nodes;
    }
    int depth = 0;
    int begin = 0;
    for (int i = 0; i <= list.length(); i++) {
      char c = i < list.length() ? list.charAt(i) : ',';
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (depth < 0 || depth > 1 || (depth > 0 && i == list.length())) {
        throw fault(text);
      }
      if (c == ',' && depth == 0) {
        addNames("", list.substring(begin, i), text, nodes);
        begin = i + 1;
      }
    }
    return nodes;
  }

  /** Adds the names that begin with {@code head} and continue with one of {@code rest}. */
  private static void addNames(String head, String rest, String text, List<String> nodes)
      throws SlurmFailure {
    int open = rest.indexOf('[');
    if (open < 0) {
      var name = head + rest;
      if (name.isEmpty() || name.chars().anyMatch(c -> c <= ' ' || c == '(' || c == ')')) {
        throw fault(text);
      } else if (nodes.size() == MOST_NODES) {
        throw new SlurmFailure("a list of nodes has more than %d nodes".formatted(MOST_NODES));
      }
      nodes.add(name);
      return;
    }
    int close = rest.indexOf(']');
    var before = head + rest.substring(0, open);
    var after = rest.substring(close + 1);
    for (var range : rest.substring(open + 1, close).split(",", -1)) {
      var ends = range.split("-", -1);
      if (ends.length > 2 || !isNumber(ends[0]) || !isNumber(ends[ends.length - 1])) {
        throw fault(text);
      }
      int last = Integer.parseInt(ends[ends.length - 1]);
      int width = ends[0].length();
      for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
        var digits = String.valueOf(i);
        var zeros = "0".repeat(Math.max(0, width - digits.length()));
        addNames(before + zeros + digits, after, text, nodes);
      }
    }
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MOST_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static SlurmFailure fault(String text) {
    return new SlurmFailure("not a list of nodes: '%s'".formatted(ShownText.of(text)));
  }
}
