package io.metasched.simulation.system.cyclic;

import io.metasched.resource.model.Span;
import io.metasched.simulation.kernel.Expectation;

/**
 * Estimates of the time and memory of runs of scheduling cycles. The coefficients are fitted to the
 * runs in docs/performance.md with policy css and driver engine.
 */
final class CyclicExpectation {
  // bytes
  private static final long PROGRAM = 40L << 20;
  private static final long OF_A_NODE = 400;
  private static final long OF_A_LOCAL_JOB = 280; // including the slot after it
  private static final long OF_A_JOB = 400;
  private static final long OF_A_PART = 350; // in the plan, in its owner's book and in the rows

  // seconds
  private static final double TO_START = 3;
  private static final double OF_A_NODE_IN_A_CYCLE = 7e-6;
  private static final double TO_FOLLOW_A_JOB = 150e-6;
  private static final double OF_AN_ALTERNATIVE = 25e-6;
  private static final double NODES_THAT_DOUBLE_IT = 20_000;

  private static final int SAMPLE = 16; // nodes whose local load is sampled
  private static final int MOST_ALTERNATIVES = 14; // more are rarely found
  private static final double ALTERNATIVES_OF_A_NODE = 1.8; // per job of a cycle

  private CyclicExpectation() {}

  static Expectation of(CyclicInstance instance) {
    var rules = instance.rules();
    long nodes = instance.environment().nodes().size();
    long jobs = 0;
    long parts = 0;
    long lastTick = 0;
    for (var simulated : instance.workload().jobs()) {
      jobs++;
      parts += Math.min(simulated.job().nodes(), nodes);
      lastTick = Math.max(lastTick, simulated.job().submitTick());
    }
    double cycles =
        rules.runsUntilDone() ? 1 + (double) lastTick / rules.periodTicks() : rules.cycles();
    double blocks = 1 + cycles * rules.periodTicks() / rules.horizonTicks();
    double localJobs = nodes * blocks * localJobsOfABlock(instance);
    double alternatives =
        Math.min(MOST_ALTERNATIVES, ALTERNATIVES_OF_A_NODE * nodes * cycles / Math.max(1, jobs));
    double bytes =
        PROGRAM
            + OF_A_NODE * nodes
            + OF_A_LOCAL_JOB * localJobs
            + OF_A_JOB * jobs
            + OF_A_PART * parts;
    double secondsOfAJob =
        TO_FOLLOW_A_JOB + alternatives * OF_AN_ALTERNATIVE * (1 + nodes / NODES_THAT_DOUBLE_IT);
    double seconds = nodes * cycles * OF_A_NODE_IN_A_CYCLE + jobs * secondsOfAJob;
    return new Expectation((long) bytes, TO_START + seconds * instance.policies().size());
  }

  /**
   * Returns the mean number of planned local jobs of a node in a block of time, over a sample of
   * nodes.
   */
  private static double localJobsOfABlock(CyclicInstance instance) {
    var environment = instance.environment();
    var block = new Span(0, instance.rules().horizonTicks());
    int nodes = environment.nodes().size();
    int step = Math.max(1, nodes / SAMPLE);
    int looked = 0;
    long found = 0;
    for (int node = 0; node < nodes && looked < SAMPLE; node += step, looked++) {
      found += environment.localLoad().staticLoad(node, block).size();
    }
    return (double) found / Math.max(1, looked);
  }
}
