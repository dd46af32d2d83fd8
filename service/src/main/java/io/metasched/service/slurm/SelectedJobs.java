package io.metasched.service.slurm;

import io.metasched.service.book.JobRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** Selection of jobs by options that squeue, sacct and scancel share. */
final class SelectedJobs {
  static final String OPTIONS =
      """
      account= A: jobs of these accounts
      name= n: jobs with these names
      nodelist= w: jobs with a window on these nodes
      partition= p: jobs of these domains
      user= u: jobs of these users; your name on the client's machine means the owner of the token
      """;

  private SelectedJobs() {}

  /** Returns whether a job meets all options except for the states. */
  static Predicate<JobLine> of(ClientView view, GivenOptions given) {
    Predicate<JobLine> wanted = line -> view.maySee(line.job());
    wanted =
        among(
            wanted,
            given.list("account").or(() -> given.list("accounts")),
            line -> List.of(line.job().spec().account()));
    wanted = among(wanted, given.list("name"), line -> List.of(line.job().spec().name()));
    wanted = among(wanted, given.list("nodelist"), line -> line.job().nodes());
    wanted = among(wanted, given.list("partition"), line -> List.of(line.partition()));
    var users =
        given.has("me")
            ? Optional.of(List.of(view.call().user()))
            : given.list("user").or(() -> given.list("uid"));
    users.ifPresent(names -> names.forEach(view::requireUser));
    return users.isEmpty()
        ? wanted
        : wanted.and(line -> users.get().stream().anyMatch(user -> view.isOf(line.job(), user)));
  }

  private static Predicate<JobLine> among(
      Predicate<JobLine> wanted, Optional<List<String>> names, Function<JobLine, List<String>> of) {
    var some = new TreeSet<>(names.orElse(List.of()));
    return names.isEmpty()
        ? wanted
        : wanted.and(line -> of.apply(line).stream().anyMatch(some::contains));
  }

  /**
   * Returns the wanted states.
   *
   * @throws ClientFaultException for an unknown state
   */
  static Set<StateCode> states(List<String> words) {
    if (words.stream().anyMatch("all"::equalsIgnoreCase)) {
      return EnumSet.allOf(StateCode.class);
    }
    var states = EnumSet.noneOf(StateCode.class);
    for (var word : words) {
      states.add(
          StateCode.parse(word)
              .orElseThrow(() -> new ClientFaultException("Invalid job state specified: " + word)));
    }
    return states;
  }

  /** Returns the visible jobs with these numbers. */
  static List<JobRecord> numbered(ClientView view, List<String> numbers) {
    return numbers.stream().flatMap(number -> view.jobs(number).stream()).toList();
  }
}
