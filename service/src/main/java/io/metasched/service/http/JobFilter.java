package io.metasched.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.HostedAnswers;
import io.metasched.service.api.Problem;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Filter of a job list, and the choice of fields.
 *
 * @param states states of the jobs; empty for all
 * @param array array whose elements are listed; empty for all jobs
 * @param others other conditions
 */
record JobFilter(
    Optional<List<JobState>> states, Optional<String> array, Predicate<JobRecord> others)
    implements Predicate<JobRecord> {
  /** Parameters that the link to the next page repeats. */
  static final String PARAMETERS =
      "limit|grouped|array|state|exit|account|user|name|label|node|submittedAfter|submittedBefore|fields";

  private static final String STATES =
      Arrays.stream(JobState.values()).map(JobState::label).collect(Collectors.joining(", "));
  private static final char AFTER_ELEMENTS = '`'; // next after the mark before an index
  private static final String EXITS = "exit statuses from 0 to 255, such as 3 or 1-255";
  private static final Pattern RANGE = Pattern.compile("(\\d{1,3})(?:-(\\d{1,3}))?");
  private static final int MOST_EXIT = 255;

  static JobFilter of(Call call) {
    return new JobFilter(
        call.query("state").map(JobFilter::states), call.query("array"), others(call));
  }

  @Override
  public boolean test(JobRecord job) {
    return mayHave(Set.of(job.state())) && others.test(job);
  }

  /** Returns whether a job in one of several states may match. */
  boolean mayHave(Set<JobState> some) {
    return states.isEmpty() || states.get().stream().anyMatch(some::contains);
  }

  /** Returns the id before which the search begins; null for all jobs. */
  @Nullable String before(@Nullable String cursor) {
    var end = array.map(id -> id + AFTER_ELEMENTS);
    return cursor != null && end.filter(id -> id.compareTo(cursor) < 0).isEmpty()
        ? cursor
        : end.orElse(null);
  }

  /** Returns whether a job that the search has reached, or a job after it, may match. */
  boolean mayFollow(JobRecord job) {
    return array.isEmpty() || JobIds.array(job.id()).equals(array);
  }

  private static Predicate<JobRecord> others(Call call) {
    Predicate<JobRecord> wanted = call::maySeeSome;
    var exits = call.query("exit").map(JobFilter::exits);
    if (exits.isPresent()) {
      wanted = wanted.and(job -> exit(call, job).filter(exits.get()::contains).isPresent());
    }
    wanted = and(wanted, call.query("account"), job -> job.spec().account());
    wanted = and(wanted, call.query("user"), JobRecord::user);
    wanted = and(wanted, call.query("name"), job -> job.spec().name());
    var label = call.query("label");
    if (label.isPresent()) {
      wanted = wanted.and(job -> call.maySee(job.spec().account()) && hasLabel(job, label.get()));
    }
    var node = call.query("node");
    if (node.isPresent()) {
      wanted =
          wanted.and(
              job ->
                  job.nodes().contains(node.get())
                      && (call.maySee(job.spec().account())
                          || !call.principal().owned(List.of(node.get())).isEmpty()));
    }
    var after = call.time("submittedAfter");
    if (after.isPresent()) {
      wanted = wanted.and(job -> job.times().submitted().isAfter(after.get()));
    }
    var before = call.time("submittedBefore");
    if (before.isPresent()) {
      wanted = wanted.and(job -> job.times().submitted().isBefore(before.get()));
    }
    return wanted;
  }

  /**
   * Returns the exit status of a job; an owner sees the status only of parts on the owner's nodes.
   */
  private static Optional<Integer> exit(Call call, JobRecord job) {
    return call.maySee(job.spec().account())
        ? job.exitStatus()
        : HostedAnswers.exit(job, call.principal());
  }

  private static Predicate<JobRecord> and(
      Predicate<JobRecord> wanted, Optional<String> value, Function<JobRecord, String> of) {
    return value.isPresent() ? wanted.and(job -> of.apply(job).equals(value.get())) : wanted;
  }

  /** Returns whether a job has a label, given as the name alone or as {@code NAME=VALUE}. */
  private static boolean hasLabel(JobRecord job, String text) {
    int mark = text.indexOf('=');
    var value = job.spec().labels().get(mark < 0 ? text : text.substring(0, mark));
    return value != null && (mark < 0 || value.equals(text.substring(mark + 1)));
  }

  private static List<JobState> states(String text) {
    var states = new ArrayList<JobState>();
    for (var word : text.split(",", -1)) {
      states.add(
          Arrays.stream(JobState.values())
              .filter(state -> state.label().equals(word))
              .findFirst()
              .orElseThrow(() -> Problem.invalid("the parameter state", STATES, word)));
    }
    return states;
  }

  /** Parses exit statuses: numbers and ranges, separated by commas. */
  private static Set<Integer> exits(String text) {
    Set<Integer> exits = new TreeSet<>();
    for (var word : text.split(",", -1)) {
      var range = RANGE.matcher(word);
      if (!range.matches()) {
        throw Problem.invalid("the parameter exit", EXITS, word);
      }
      int from = Integer.parseInt(range.group(1));
      int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
      if (from > to || to > MOST_EXIT) {
        throw Problem.invalid("the parameter exit", EXITS, word);
      }
      IntStream.rangeClosed(from, to).forEach(exits::add);
    }
    return exits;
  }

  /** Returns the requested fields of jobs; empty for all. The id is always included. */
  static Optional<Set<String>> fields(Call call, List<String> known) {
    return call.query("fields")
        .map(
            text -> {
              Set<String> fields = new TreeSet<>(Arrays.asList(text.split(",", -1)));
              for (var field : fields) {
                if (!known.contains(field)) {
                  throw Problem.invalid("the parameter fields", String.join(", ", known), field);
                }
              }
              fields.add("id");
              return fields;
            });
  }

  static ObjectNode shortened(ObjectNode job, Optional<Set<String>> fields) {
    fields.ifPresent(job::retain);
    return job;
  }
}
