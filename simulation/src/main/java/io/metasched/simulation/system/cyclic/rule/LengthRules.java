package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.between;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.rule.RuleReport;
import java.math.BigInteger;
import java.util.Set;
import java.util.TreeSet;

/** Rules of the lengths of parts, as reserved and as used. */
final class LengthRules {
  private LengthRules() {}

  /**
   * Reports wrong lengths. A reservation is as long as the estimate on its node. The job leaves the
   * node when it is finished, its reservation ends or it is withdrawn, whichever is first.
   */
  static void length(RunIndex run, RuleReport report) {
    long granularity = run.run().header().granularityTicks();
    if (granularity < 1) {
      report.add("the whole run", "the granularity must be positive, but is %d", granularity);
      return;
    }
    var overrun = new TreeSet<JobId>();
    run.forEachPart(
        part -> {
          var node = part.node().node();
          var reserved = ExactArithmetic.reserved(part.job().job().work(), node, granularity);
          var real = ExactArithmetic.real(part.job().real(), reserved, node, granularity);
          reserved(part, reserved, report);
          used(part, reserved.min(real), report);
          if (real.compareTo(reserved) > 0) {
            overrun.add(part.job().job().id());
          }
        });
    ends(run, overrun, report);
  }

  private static void reserved(RunIndex.Part part, BigInteger expected, RuleReport report) {
    var placement = part.placement();
    var length = between(placement.start(), placement.end());
    if (!length.equals(expected)) {
      report.add(
          part.where(),
          "its reservation must be %s long, but is %s",
          units(expected),
          units(length));
    }
  }

  private static void used(RunIndex.Part part, BigInteger longest, RuleReport report) {
    var start = big(part.placement().start());
    var expected = start.add(longest);
    if (part.job().outcome() == JobStatus.WITHDRAWN) {
      expected = expected.min(start.max(big(part.job().endTick())));
    }
    if (!big(part.placement().realEnd()).equals(expected)) {
      report.add(
          part.where(),
          "the job must leave the node at %s, but leaves at %s",
          units(expected),
          units(part.placement().realEnd()));
    }
  }

  private static void ends(RunIndex run, Set<JobId> overrun, RuleReport report) {
    for (var job : run.jobs()) {
      var id = job.job().id();
      boolean finished = job.outcome() == JobStatus.FINISHED;
      boolean stopped = finished && overrun.contains(id);
      if (job.stopped() != stopped) {
        report.add(
            "job " + id,
            "stopped at its reserved end must be %s, but is %s",
            stopped,
            job.stopped());
      }
      long last = -1;
      for (var placement : run.placements(id)) {
        last = Math.max(last, placement.realEnd());
      }
      if (finished && job.endTick() != last) {
        report.add(
            "job " + id,
            "it must finish when its last part ends at %s, but finishes at %s",
            units(last),
            units(job.endTick()));
      }
    }
  }
}
