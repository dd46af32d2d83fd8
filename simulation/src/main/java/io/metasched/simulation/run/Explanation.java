package io.metasched.simulation.run;

import static io.metasched.simulation.result.Decimals.ofThousandths;

import io.metasched.resource.model.Work;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.result.DecisionRow;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/** Tells a job's way through a run, step by step, for a reader. */
public final class Explanation {
  private Explanation() {}

  /**
   * The lines to print.
   *
   * @param job the job's id, as in jobs.csv
   * @throws UsageException when the run has no such job
   */
  public static List<String> of(RunResult run, String job) {
    var row =
        run.jobs().stream()
            .filter(candidate -> candidate.job().id().toString().equals(job))
            .findFirst()
            .orElseThrow(() -> unknown(run, job));
    var lines = new ArrayList<String>();
    lines.add(headline(run.header().policy(), row));
    for (var decision : run.decisions()) {
      if (decision.job().equals(row.job().id())) {
        lines.add(line(decision));
      }
    }
    lines.add("  " + ending(row));
    return lines;
  }

  private static UsageException unknown(RunResult run, String job) {
    var known =
        run.jobs().isEmpty()
            ? "the run has no jobs"
            : "the run has %d jobs, %s to %s"
                .formatted(
                    run.jobs().size(),
                    run.jobs().get(0).job().id(),
                    run.jobs().get(run.jobs().size() - 1).job().id());
    return new UsageException("job '%s': no such job; %s".formatted(job, known));
  }

  private static String headline(String policy, JobRow row) {
    var job = row.job();
    var unit = job.work().basis() == Work.Basis.VOLUME ? "volume" : "time";
    return "%s: job %s of user %d asks for %d nodes, %s %s each, at most %s of money, least %s"
        .formatted(
            policy,
            job.id(),
            job.user(),
            job.nodes(),
            unit,
            ofThousandths(job.work().amount()),
            ofThousandths(job.costLimitMilli()),
            job.criterion().label());
  }

  private static String line(DecisionRow decision) {
    var cycle = decision.cycle() < 0 ? "" : "cycle " + decision.cycle();
    var text = new StringBuilder();
    text.append(
        "  %12s  %-9s %s".formatted(ofThousandths(decision.tick()), cycle, decision.event()));
    if (!decision.reason().isEmpty()) {
      text.append(": ").append(meaning(decision.reason()));
    }
    if (!decision.detail().isEmpty()) {
      text.append(" (").append(decision.detail()).append(')');
    }
    return text.toString();
  }

  private static String meaning(String reason) {
    return switch (reason) {
      case "no_alternative" -> "no window met its request in the slots of the cycle";
      case "behind_another" -> "a job ahead of it found no window, and the policy lets nobody pass";
      case "batch_full" -> "the cycle's batch was full";
      case "slot_taken" ->
          "the slot had been taken since the snapshot, by a local job or a job moved forward";
      case "never_offered" -> "the plan asked for time that was never offered";
      case "in_the_past" -> "the plan asked for time that had passed";
      case "not_enough_nodes" -> "fewer nodes meet its requirements than it asks for";
      case "below_any_price" -> "its limit is below the least its window could ever cost";
      case "budget" -> "its user's account could not pay the window";
      case "no_window" -> "for too many cycles there was no window even with all VO jobs set aside";
      case "deadline" -> "its deadline had come too near for it to run";
      default -> reason;
    };
  }

  private static String ending(JobRow row) {
    return switch (row.fate()) {
      case FINISHED ->
          "so it finished at %s%s, charged %s, paid back %s"
              .formatted(
                  ofThousandths(row.endTick()),
                  row.stopped() ? " (stopped at its reserved end)" : "",
                  ofThousandths(row.costMilli()),
                  ofThousandths(row.refundMilli()));
      case REFUSED -> "so it was refused: " + meaning(row.reason());
      case WITHDRAWN -> "so its user withdrew it at " + ofThousandths(row.endTick());
      case WAITING -> "so it was still waiting when the run ended";
      case BOOKED -> "so it was still booked when the run ended";
    };
  }
}
