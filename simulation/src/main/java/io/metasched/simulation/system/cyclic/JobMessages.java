package io.metasched.simulation.system.cyclic;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.util.ArrayList;
import java.util.List;

/** Descriptions of the request of a job and of its outcome. */
final class JobMessages {
  private JobMessages() {}

  /** Returns a headline, and a line of conditions if there are any. */
  static List<String> of(CyclicRun run, JobRow row) {
    var lines = new ArrayList<String>();
    lines.add(headline(run, row));
    lines.addAll(conditions(row));
    return lines;
  }

  private static String headline(CyclicRun run, JobRow row) {
    var job = row.job();
    var names = run.names();
    var unit = job.work().basis() == Work.Basis.VOLUME ? "volume" : "time";
    var limit = job.costLimitMilli();
    return "%s: job %s%s of %s%s asks for %d nodes, %s %s each, %s, least %s"
        .formatted(
            run.title().policy(),
            job.id(),
            row.name().isEmpty() ? "" : " (" + row.name() + ")",
            names.user(job.user()),
            names.inBrackets(job.id()),
            job.nodes(),
            unit,
            ofThousandths(job.work().amount()),
            limit == WindowRequest.NO_LIMIT
                ? "at any cost"
                : "at most %s of money".formatted(ofThousandths(limit)),
            job.criterion().label());
  }

  /** Returns the other conditions of the job. */
  private static List<String> conditions(JobRow row) {
    var job = row.job();
    var asked = new ArrayList<String>();
    if (job.requirements().leastPerformance() > 0) {
      asked.add("performance>=" + job.requirements().leastPerformance());
    }
    asked.addAll(job.requirements().properties());
    if (job.slotPriceLimitMilli() != WindowRequest.NO_LIMIT) {
      asked.add("price at most " + ofThousandths(job.slotPriceLimitMilli()));
    }
    if (job.earliestStart() > 0) {
      asked.add("start from " + ofThousandths(job.earliestStart()) + " on");
    }
    if (job.deadlineTick() != WindowRequest.NO_LIMIT) {
      asked.add("end by " + ofThousandths(job.deadlineTick()));
    }
    return asked.isEmpty() ? List.of() : List.of("  it needs " + String.join(", ", asked));
  }

  /** Returns a description of the outcome of a job. */
  static String ending(JobRow row) {
    return switch (row.outcome()) {
      case FINISHED ->
          "so it finished at %s%s, charged %s, paid back %s"
              .formatted(
                  ofThousandths(row.endTick()),
                  row.stopped() ? " (stopped at its reserved end)" : "",
                  ofThousandths(row.costMilli()),
                  ofThousandths(row.refundMilli()));
      case REFUSED -> "so it was refused: " + DecisionRow.meaning(row.reason());
      case WITHDRAWN -> "so its user withdrew it at " + ofThousandths(row.endTick());
      case WAITING -> "so it was still waiting when the run ended";
      case BOOKED -> "so it was still booked when the run ended";
    };
  }
}
