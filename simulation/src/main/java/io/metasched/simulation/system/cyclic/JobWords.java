package io.metasched.simulation.system.cyclic;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.util.ArrayList;
import java.util.List;

/** What a job asks for, in words. */
final class JobWords {
  private JobWords() {}

  /** A headline, and a line of conditions where there are any. */
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
                ? "whatever it costs"
                : "at most %s of money".formatted(ofThousandths(limit)),
            job.criterion().label());
  }

  /** What else the job asks for. */
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
}
