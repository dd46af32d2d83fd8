package io.metasched.client;

import static java.util.stream.Collectors.joining;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Selection of jobs in a list: jobs that match all parameters.
 *
 * @param parameters parameters of {@code GET /v1/jobs} by name
 */
public record JobFilter(Map<String, String> parameters) {
  /** All jobs that you may see. */
  public static final JobFilter ALL = new JobFilter(Map.of());

  /** Creates a selection. */
  public JobFilter {
    parameters = Map.copyOf(parameters);
  }

  /** Returns a selection with a further parameter, such as {@code account} or {@code label}. */
  public JobFilter with(String name, String value) {
    var all = new TreeMap<>(parameters);
    all.put(name, value);
    return new JobFilter(all);
  }

  /** Returns the selection of jobs in one of these states. */
  public JobFilter in(JobState... states) {
    return with(
        "state",
        Stream.of(states).map(each -> each.name().toLowerCase(Locale.ROOT)).collect(joining(",")));
  }

  /** Returns the selection with the highest number of items of a page, up to 1000. */
  public JobFilter limit(int items) {
    return with("limit", String.valueOf(items));
  }

  /**
   * Returns the selection after a page.
   *
   * @param cursor {@code next} of the page
   */
  public JobFilter after(String cursor) {
    return with("cursor", cursor);
  }

  String query() {
    return new TreeMap<>(parameters)
        .entrySet().stream()
            .map(each -> each.getKey() + "=" + ApiConnection.encoded(each.getValue()))
            .collect(joining("&", "?", ""));
  }
}
