package io.metasched.simulation.workload.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Users of a log that names its users, numbered in the order of their first jobs. A user of several
 * organizations is one user in each.
 */
final class LogUsers {
  static final int UNKNOWN = -1;
  private static final Pattern WHOLE = Pattern.compile("0|[1-9][0-9]{0,8}");

  private record Key(String name, String organization) {}

  private final Map<Key, Integer> numbers = new LinkedHashMap<>();

  /** Returns the number of a user; {@code organization} is empty if it is unknown. */
  int number(String name, String organization) {
    return numbers.computeIfAbsent(new Key(name, organization), key -> numbers.size());
  }

  /** Returns whether the log gives its users numbers only. */
  boolean areNumbers() {
    return numbers.keySet().stream()
        .allMatch(key -> WHOLE.matcher(key.name()).matches() && key.organization().isEmpty());
  }

  /** Returns the jobs with the log's own numbers of their users, if {@link #areNumbers}. */
  List<TraceJob> renumbered(List<TraceJob> jobs) {
    var own = new ArrayList<Integer>();
    numbers.keySet().forEach(key -> own.add(Integer.parseInt(key.name())));
    return own.isEmpty()
        ? jobs
        : jobs.stream().map(job -> job.user() < 0 ? job : job.ofUser(own.get(job.user()))).toList();
  }

  /**
   * Returns the names of users, by number; a user of several organizations has its organizations
   * after the name.
   */
  SortedMap<Integer, Trace.LoggedUser> named() {
    var times = new TreeMap<String, Integer>();
    numbers.keySet().forEach(key -> times.merge(key.name(), 1, Integer::sum));
    var named = new TreeMap<Integer, Trace.LoggedUser>();
    numbers.forEach(
        (key, number) -> {
          boolean isOne = times.getOrDefault(key.name(), 0) == 1;
          var name = isOne ? key.name() : key.name() + "@" + key.organization();
          named.put(number, new Trace.LoggedUser(name, key.organization()));
        });
    return named;
  }
}
