package io.metasched.simulation.system.twolevel;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.system.twolevel.metric.TwoLevelMetrics;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Event;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Reason;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.system.twolevel.rule.PassTimes;
import java.util.ArrayList;
import java.util.List;

/** Explainer of a job on two levels: the offers of the providers, the choice, and the run. */
public final class TwoLevelExplainer implements Explainer<TwoLevelRun> {

  @Override
  public List<String> explain(TwoLevelRun run, String job) {
    return run.jobs().stream()
        .filter(row -> Long.toString(row.id()).equals(job))
        .findFirst()
        .map(row -> lines(run, row))
        .orElse(List.of());
  }

  private static List<String> lines(TwoLevelRun run, TwoLevelJobRow job) {
    var lines = new ArrayList<String>();
    lines.add("%s: job %d asks for %s".formatted(run.title().policy(), job.id(), request(job)));
    var history = run.events().stream().filter(row -> row.job() == job.id()).toList();
    var offers = new ArrayList<TwoLevelEventRow>();
    for (var event : history) {
      if (event.event() == Event.OFFERED) {
        offers.add(event);
      }
      var line = line(run, job, event, offers);
      lines.add("  at %s s %s".formatted(seconds(event.tick()), line));
      if (event.event() == Event.WITHDRAWN) {
        offers.clear();
      }
    }
    lines.add("  " + ending(job));
    return lines;
  }

  /** Returns a description of the request of a job. */
  public static String request(TwoLevelJobRow job) {
    var size = "%d processors, runs %s s".formatted(job.processors(), seconds(job.runTicks()));
    if (!job.isReservation()) {
      return "%s and is stopped at %s s".formatted(size, seconds(job.limitTicks()));
    }
    boolean isWhole = job.leastTicks() == job.reservedTicks();
    return "%s and is to be reserved %s s%s between %s s and %s s"
        .formatted(
            size,
            seconds(job.reservedTicks()),
            isWhole ? "" : " (at least %s s)".formatted(seconds(job.leastTicks())),
            seconds(job.ready()),
            seconds(job.due()));
  }

  private static String line(
      TwoLevelRun run, TwoLevelJobRow job, TwoLevelEventRow event, List<TwoLevelEventRow> offers) {
    var facts = run.facts();
    int provider = event.provider();
    return switch (event.event()) {
      case SUBMITTED -> "it joins the grid queue";
      case POSTPONED -> postponed(facts, job, event);
      case OFFERED ->
          "provider %d offers %s; it has %s processor seconds reserved for others"
              .formatted(provider, span(job, event), seconds(event.reservedWork()));
      case RESERVED ->
          "provider %d reserves %s for it: %s%s"
              .formatted(
                  provider, span(job, event), why(facts, event, offers), left(facts, offers));
      case WITHDRAWN ->
          "jobs have ended early, so it gives up %s on provider %d to request again"
              .formatted(span(job, event), provider);
      case REFUSED ->
          "it is refused by %s: %s%s"
              .formatted(
                  provider < 0 ? "the grid" : "provider " + provider,
                  TwoLevelJobRow.refusal(event.reason()),
                  job.refusalNumbers(facts, event));
      case SENT ->
          "it is sent to provider %d, where %d batch jobs wait: %s"
              .formatted(provider, event.waiting(), why(facts, event, offers));
      case STARTED -> "it starts on provider %d".formatted(provider) + since(run, job);
      case ENDED -> "it ends";
      case STOPPED -> "it is stopped, because its reservation ends before it is done";
    };
  }

  private static String postponed(TwoLevelFacts facts, TwoLevelJobRow job, TwoLevelEventRow event) {
    boolean isInTurn =
        job.isReservation() && facts.queueing() == GridSettings.Queueing.IN_ORDER_OF_ARRIVAL;
    return "it is postponed to %s s, because the grid queue is served every %s s%s"
        .formatted(
            seconds(event.start()),
            seconds(facts.gridPeriodTicks()),
            isInTurn ? ", and reservations in their turn (ar-fcfs)" : "");
  }

  private static String span(TwoLevelJobRow job, TwoLevelEventRow event) {
    long late = event.end() - job.due();
    return "%s s to %s s (%s)"
        .formatted(
            seconds(event.start()),
            seconds(event.end()),
            late > 0 ? seconds(late) + " s late" : "in time");
  }

  private static String why(
      TwoLevelFacts facts, TwoLevelEventRow event, List<TwoLevelEventRow> offers) {
    for (var known : Reason.values()) {
      if (known.word().equals(event.reason())) {
        return known.sentence()
            + (known == Reason.EARLIEST_START ? ties(facts, event, offers) : "");
      }
    }
    return event.reason();
  }

  private static String ties(
      TwoLevelFacts facts, TwoLevelEventRow event, List<TwoLevelEventRow> offers) {
    long equal =
        offers.stream()
            .filter(o -> o.start() == event.start() && o.end() == event.end())
            .filter(o -> o.provider() != event.provider())
            .count();
    boolean isDrawn = facts.reservationPlacement().equals("mct");
    return equal == 0
        ? ""
        : ", equal to the start at %d more; %s"
            .formatted(equal, isDrawn ? "drawn" : "the first by index");
  }

  /** Returns a description of omitted offers, because only some of many are recorded. */
  private static String left(TwoLevelFacts facts, List<TwoLevelEventRow> offers) {
    int more = facts.asked() - offers.size();
    return more > 0 ? " (%d more offers are not kept)".formatted(more) : "";
  }

  private static String since(TwoLevelRun run, TwoLevelJobRow job) {
    if (job.isReservation()) {
      return ", when its reservation begins";
    }
    var waited = seconds(job.start() - PassTimes.leavesAt(run, job));
    var passes =
        run.facts().localPeriodTicks() > 0
            ? ", which starts batch jobs every %s s"
                .formatted(seconds(run.facts().localPeriodTicks()))
            : "";
    return "%s, after %s s in its queue".formatted(passes, waited);
  }

  private static String ending(TwoLevelJobRow job) {
    var outcome = RowFormat.lowerCase(job.outcome());
    if (!job.hasRun()) {
      return "outcome: " + outcome;
    }
    var late =
        !job.isPromised()
            ? ""
            : TwoLevelMetrics.tardiness(job) > 0
                ? ", reservation %s s late".formatted(seconds(TwoLevelMetrics.tardiness(job)))
                : ", reservation in time";
    return "outcome: %s on provider %d, wait %s s, flow %s s%s"
        .formatted(
            outcome,
            job.provider(),
            seconds(job.start() - job.submit()),
            seconds(job.end() - job.submit()),
            late);
  }
}
