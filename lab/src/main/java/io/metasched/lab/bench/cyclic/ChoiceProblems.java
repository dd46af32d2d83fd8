package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.alternatives.AlternativeOffer;
import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.ChoiceProblem;
import io.metasched.metascheduler.alternatives.VoGoal;
import java.util.ArrayList;
import java.util.List;

/** Choices among first-fit alternatives, found on 20 nodes for each job. */
final class ChoiceProblems {
  private static final int NODES_PER_JOB = 20;

  private final long granularityTicks;
  private final List<List<AlternativeOffer>> offers = new ArrayList<>();
  private final List<Long> limits = new ArrayList<>();

  /** Finds the alternatives of a number of jobs. */
  ChoiceProblems(int jobs) {
    var ground = new CycleFixture(NODES_PER_JOB * jobs, jobs, List.of("css"));
    granularityTicks = ground.granularityTicks();
    var found = ground.alternatives(CycleFixture.CAP, false);
    for (int i = 0; i < found.size(); i++) {
      if (!found.get(i).isEmpty()) {
        limits.add(ground.jobs().get(i).costLimitMilli());
        offers.add(
            found.get(i).stream()
                .map(a -> new AlternativeOffer(a.window().procTimeTicks(), a.window().costMilli()))
                .toList());
      }
    }
  }

  /** Returns the choice with a goal. */
  ChoiceProblem of(VoGoal goal) {
    return new ChoiceProblem(goal, BudgetReading.MEAN_COSTS, granularityTicks, offers, limits);
  }
}
