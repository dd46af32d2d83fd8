package io.metasched.simulation.system.broker.cli;

import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.metascheduler.broker.live.BrokerSession;
import io.metasched.metascheduler.broker.live.LiveAgent;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.resource.broker.NodeSummary;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Agents of a broker and their nodes, by number. */
final class AgentNodes {
  private final TreeMap<Integer, Site> sites = new TreeMap<>();

  /** Agent with its nodes by id; without nodes if it did not reply. */
  record Site(LiveAgent agent, SortedMap<Integer, NodeSummary> nodes) {
    static Site of(LiveAgent agent, List<NodeSummary> nodes) {
      var byId = new TreeMap<Integer, NodeSummary>();
      nodes.forEach(each -> byId.put(each.node().id(), each));
      return new Site(agent, byId);
    }

    /** Returns farm, cluster and name of a node, or only its id if nothing else is known. */
    String node(int id) {
      var known = nodes.get(id);
      return known == null ? "node " + id : name(known);
    }
  }

  /** Requests the nodes of the agents. */
  static AgentNodes of(BrokerSession session, List<LiveAgent> agents) {
    var all = new AgentNodes();
    for (var agent : agents) {
      var nodes = session.nodes(agent).orElse(List.of());
      all.sites.put(agent.number(), Site.of(agent, nodes));
    }
    return all;
  }

  /** Returns farm, cluster and name of a node, safe to print. */
  static String name(NodeSummary summary) {
    var node = summary.node();
    return shown(node.farm()) + "/" + shown(node.cluster()) + "/" + shown(node.name());
  }

  static String shown(String text) {
    return PrintableText.replaced(text);
  }

  SortedMap<Integer, Site> all() {
    return Collections.unmodifiableSortedMap(sites);
  }

  String place(int agent) {
    var site = sites.get(agent);
    return site == null ? "agent " + agent : site.agent().place();
  }

  String node(TaskPlacement placement) {
    var site = sites.get(placement.agent());
    return site == null ? "node " + placement.node() : site.node(placement.node());
  }

  /** Returns the outcome of a task in one line. */
  String line(TaskOutcome outcome) {
    if (outcome instanceof TaskOutcome.Placed placed) {
      var placement = placed.placement();
      return "task %d is now on %s of agent %s"
          .formatted(outcome.task(), node(placement), place(placement.agent()));
    } else if (outcome instanceof TaskOutcome.Unplaced unplaced) {
      return "task %d is no longer placed: %s"
          .formatted(outcome.task(), Refusals.words(unplaced.reason()));
    }
    return "task %d is cancelled".formatted(outcome.task());
  }
}
