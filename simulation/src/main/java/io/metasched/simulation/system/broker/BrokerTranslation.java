package io.metasched.simulation.system.broker;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.broker.OfferPolicies;
import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.system.broker.model.BrokerSetting;
import io.metasched.simulation.system.broker.model.TaskBatch;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.translation.CommonJob;
import io.metasched.simulation.translation.CommonOutcome;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.Translation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Translation of the common jobs for a broker and agents. A site is an agent with nodes of up to
 * {@value #MOST_NODE_PROCESSORS} processors, each an equal share of a node's load. A job is one
 * task on each of its nodes. Like all tasks, these have a fixed time: from the tick at which the
 * job is ready, for its estimate.
 *
 * <p>Limitations of the translation:
 *
 * <ul>
 *   <li>Jobs do not wait in a queue, and a job with a fixed time cannot use its slack.
 *   <li>Each task is placed separately: a job with a refused task has not run, although its other
 *       tasks are held.
 *   <li>Nothing is released before its end.
 *   <li>Prices and criteria are ignored.
 * </ul>
 */
public final class BrokerTranslation implements Translation<BrokerRun> {
  private static final int MOST_NODE_PROCESSORS = 16;

  private final BrokerSystem system = new BrokerSystem();

  @Override
  public SimulatedSystem<BrokerRun> system() {
    return system;
  }

  @Override
  public List<String> policies() {
    return OfferPolicies.names();
  }

  @Override
  public Instance<BrokerRun> instance(CommonWorkload workload) {
    int node = nodeProcessors(workload.sites());
    int load = Task.MOST_LOAD / node; // per processor; rounded down, so that all processors fit
    var batches = new ArrayList<TaskBatch>();
    long id = 1;
    for (var job : workload.jobs()) {
      var tasks = new ArrayList<Task>();
      var span = Span.of(job.readyTick(), job.estimateTicks());
      for (int part : parts(job, node)) {
        tasks.add(new Task(id++, span, load * part, new NodeDemand(0, 0), AccessList.OPEN));
      }
      batches.add(new TaskBatch(0, job.submitTick(), tasks));
    }
    return new BrokerInstance(
        workload.seeds().scenario(),
        policies(),
        new BrokerSetting(1, new TableLimits(load * node, node), BrokerRules.DEFAULT, 0, 0, 0),
        agents(workload.sites(), node),
        batches,
        List.of(),
        List.of(),
        workload.seeds(),
        List.of());
  }

  /**
   * Returns the largest number of processors, up to the limit, that divides a site into equal
   * nodes.
   */
  private static int nodeProcessors(CommonSites sites) {
    int node = Math.min(MOST_NODE_PROCESSORS, sites.processors());
    while (sites.processors() % node != 0) {
      node--;
    }
    return node;
  }

  /** Returns the number of processors of each task of a job, in descending order. */
  private static List<Integer> parts(CommonJob job, int node) {
    int count = (job.processors() + node - 1) / node;
    var parts = new ArrayList<Integer>();
    for (int part = 0; part < count; part++) {
      parts.add(job.processors() / count + (part < job.processors() % count ? 1 : 0));
    }
    return parts;
  }

  private static List<List<AgentNode>> agents(CommonSites sites, int nodeProcessors) {
    var agents = new ArrayList<List<AgentNode>>();
    for (int site = 0; site < sites.count(); site++) {
      var nodes = new ArrayList<AgentNode>();
      for (int node = 0; node < sites.processors() / nodeProcessors; node++) {
        nodes.add(new AgentNode(node, "node-" + node, "site-" + site, "farm", 0, 0, 100));
      }
      agents.add(nodes);
    }
    return agents;
  }

  @Override
  public List<CommonOutcome> outcomes(CommonWorkload workload, BrokerRun run) {
    var agents = new TreeMap<Long, Integer>(); // by task
    run.placements().stream()
        .filter(TaskPlacementRow::isKept)
        .forEach(row -> agents.put(row.task(), row.agent()));
    int node = nodeProcessors(workload.sites());
    var outcomes = new ArrayList<CommonOutcome>();
    long id = 1;
    for (var job : workload.jobs()) {
      var bySite = workload.sites().none();
      int placed = 0;
      for (int part : parts(job, node)) {
        var agent = agents.get(id++);
        if (agent != null) {
          bySite.set(agent, bySite.get(agent) + part);
          placed += part;
        }
      }
      double held = (double) placed * job.estimateTicks();
      outcomes.add(outcome(job, placed, held, bySite));
    }
    return outcomes;
  }

  private static CommonOutcome outcome(
      CommonJob job, int placed, double held, List<Integer> bySite) {
    return placed == job.processors()
        ? new CommonOutcome(job.id(), true, job.readyTick(), held, bySite)
        : CommonOutcome.unplaced(job.id(), held);
  }
}
