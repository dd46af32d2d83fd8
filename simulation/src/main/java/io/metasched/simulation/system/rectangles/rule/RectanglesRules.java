package io.metasched.simulation.system.rectangles.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rule.NaiveRectangles.Candidate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Rules of every sound run of reservations on a multiprocessor, checked from its rows alone. */
public final class RectanglesRules {
  public static final List<RunRule<RectanglesRun>> ALL =
      List.of(
          new RunRule<>(
              "run",
              "The facts are possible and state the number of requests.",
              RectanglesRules::run),
          new RunRule<>(
              "order",
              "Each request occurs once, in order of arrival and job.",
              RectanglesRules::order),
          new RunRule<>(
              "request",
              "arrival <= ready <= deadline - duration, within the factors of the run; there is no"
                  + " wish whose share is 0.",
              RectanglesRules::requests),
          new RunRule<>(
              "outcome",
              "A refused request has only a reason; a reservation is between ready and deadline and"
                  + " in its rectangle, is changed as wished, and keeps the lower half of its"
                  + " elements if it gives some back.",
              RectanglesRules::outcomes),
          new RunRule<>(
              "element", "No element has two jobs at one instant.", RectanglesRules::elements),
          new RunRule<>(
              "choice",
              "The number of feasible starts, the policy's start and its rectangle are as in the"
                  + " row, the elements are those of lowest index, and a request is refused only if"
                  + " no start is feasible.",
              RectanglesRules::choices));

  private RectanglesRules() {}

  private static void run(RectanglesRun run, RuleReport report) {
    var facts = run.facts();
    if (!run.title().complete()) {
      report.add("the run", "it must be complete, with an answer to each request");
    }
    if (!RectanglePolicies.names().contains(run.title().policy())) {
      report.add("the run", "its policy must be one of %s", RectanglePolicies.names());
    }
    if (facts.requests() != run.jobs().size()) {
      report.add("the run", "requests must be %d, but are %d", run.jobs().size(), facts.requests());
    }
    boolean isSound =
        facts.arrivalFactor() > 0
            && facts.artimeFactor() >= 0
            && facts.deadlineFactor() >= 0
            && facts.cancelShare() >= 0
            && facts.shrinkShare() >= 0
            && facts.cancelShare() + facts.shrinkShare() <= 1;
    if (!isSound) {
      report.add("the run", "factors must not be negative, and shares at most 1 together");
    }
  }

  /** Reports requests that are not unique, or not in the order of their arrival. */
  private static void order(RectanglesRun run, RuleReport report) {
    var numbers = new TreeSet<Long>();
    ReservationRow before = null;
    for (var row : run.jobs()) {
      if (!numbers.add(row.job())) {
        report.add(where(row), "it must be in the files once");
      }
      boolean isAfter =
          before == null
              || before.arrival() < row.arrival()
              || (before.arrival() == row.arrival() && before.job() < row.job());
      if (!isAfter) {
        report.add(where(row), "requests must come in the order of arrival, then of job");
      }
      before = row;
    }
  }

  private static void requests(RectanglesRun run, RuleReport report) {
    for (var row : run.jobs()) {
      RowSoundness.request(run.facts(), row)
          .ifPresent(wrong -> report.add(where(row), "%s", wrong));
    }
  }

  private static void outcomes(RectanglesRun run, RuleReport report) {
    for (var row : run.jobs()) {
      if (RowSoundness.request(run.facts(), row).isEmpty()) {
        RowSoundness.outcome(run.facts(), row)
            .ifPresent(wrong -> report.add(where(row), "%s", wrong));
      }
    }
  }

  /** Returns whether each row is individually sound according to the rules above. */
  private static boolean isSound(RectanglesRun run) {
    return run.jobs().stream()
        .allMatch(
            row ->
                RowSoundness.request(run.facts(), row)
                    .or(() -> RowSoundness.outcome(run.facts(), row))
                    .isEmpty());
  }

  /** Change of elements to busy or free. */
  private record Edge(long tick, boolean isBusy, ReservationRow row, BitSet set) {}

  /**
   * Reports elements with two reservations at one instant; at one instant, elements are freed
   * before they are taken.
   */
  private static void elements(RectanglesRun run, RuleReport report) {
    if (!isSound(run)) {
      return; // reported above
    }
    var edges = new ArrayList<Edge>();
    for (var row : run.jobs()) {
      boolean hasRun = row.isAccepted() && row.outcome() != ReservationRow.Outcome.CANCELLED;
      if (hasRun) {
        var taken = CheckedChoices.bits(row.taken());
        var kept = CheckedChoices.bits(row.kept());
        edges.add(new Edge(row.start(), true, row, taken));
        if (row.changed() >= 0) {
          var given = (BitSet) taken.clone();
          given.andNot(kept);
          edges.add(new Edge(row.changed(), false, row, given));
        }
        edges.add(new Edge(row.end(), false, row, row.changed() >= 0 ? kept : taken));
      }
    }
    edges.sort(Comparator.comparingLong(Edge::tick).thenComparing(Edge::isBusy));
    var busy = new BitSet();
    for (var edge : edges) {
      if (edge.isBusy() && busy.intersects(edge.set())) {
        report.add(
            where(edge.row()),
            "at %s it takes elements that another job has",
            seconds(edge.tick()));
      }
      if (edge.isBusy()) {
        busy.or(edge.set());
      } else {
        busy.andNot(edge.set());
      }
    }
  }

  /** Reports answers that differ from the policy's choice among the starts of a naive list. */
  private static void choices(RectanglesRun run, RuleReport report) {
    if (!isSound(run)) {
      return; // reported above
    }
    CheckedChoices.visit(
        run,
        (row, feasible, state) -> {
          var chosen = CheckedChoices.chosen(run.title().policy(), feasible);
          var wrong =
              chosen.isEmpty()
                  ? refused(row, state)
                  : accepted(row, chosen.get(), feasible.size(), state);
          wrong.ifPresent(what -> report.add(where(row), "%s", what));
          return true;
        });
  }

  private static Optional<String> refused(ReservationRow row, CheckedChoices state) {
    if (row.isAccepted()) {
      return Optional.of("it must be refused, because no start is feasible");
    }
    var reason = state.refusal(row);
    return row.refused() == reason
        ? Optional.empty()
        : Optional.of("it must be refused as " + reason.words());
  }

  private static Optional<String> accepted(
      ReservationRow row, Candidate chosen, int feasible, CheckedChoices state) {
    if (!row.isAccepted()) {
      return Optional.of(
          "it must be accepted: %d starts are feasible, such as %s"
              .formatted(feasible, seconds(chosen.start())));
    }
    if (row.start() != chosen.start()) {
      return Optional.of("the policy takes the start %s".formatted(seconds(chosen.start())));
    }
    if (!CheckedChoices.bits(row.taken()).equals(chosen.lowest())) {
      return Optional.of("taken must be the elements of lowest index, " + chosen.lowest());
    }
    if (row.end() != state.end(chosen, row)) {
      return Optional.of("end must be %s".formatted(seconds(state.end(chosen, row))));
    }
    boolean isRectangle =
        row.begin() == chosen.begin()
            && row.rectangleEnd() == chosen.rectangleEnd()
            && row.free() == chosen.free().cardinality();
    if (!isRectangle) {
      return Optional.of(
          "its rectangle must be %s to %s with %d elements"
              .formatted(
                  chosen.begin() < 0 ? "no begin" : seconds(chosen.begin()),
                  seconds(chosen.rectangleEnd()),
                  chosen.free().cardinality()));
    }
    return row.feasible() == feasible
        ? Optional.empty()
        : Optional.of("feasible must be %d".formatted(feasible));
  }

  private static String where(ReservationRow row) {
    return "job " + row.job();
  }
}
