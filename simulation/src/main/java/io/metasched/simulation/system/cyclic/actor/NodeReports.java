package io.metasched.simulation.system.cyclic.actor;

import io.metasched.resource.actor.LocalReports;
import io.metasched.resource.model.Node;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeReport;
import io.metasched.simulation.driver.ActorModel.Commands;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Collector of the node reports of all domains. Queries several domains concurrently, and each of
 * them page by page. The number of reports in transit is thus limited, and a domain that is queried
 * again still has its last reply. A page has up to four times the nodes of the previous reply.
 * Confined to one thread.
 */
final class NodeReports {
  static final int FIRST_NODES = 50;
  static final int MAX_NODES = 2_000;
  static final int DOMAINS_AT_ONCE = 64;

  private final Question question;
  private final ArrayDeque<Pages> waiting = new ArrayDeque<>();
  private final TreeMap<CommandId, Pages> asked = new TreeMap<>();
  private final List<NodeReport> all = new ArrayList<>();

  /** Sender of the query for the reports of nodes of one domain. */
  @FunctionalInterface
  interface Question {
    void send(CommandId id, List<Integer> nodes);
  }

  /** Domain, with its nodes that were not queried yet, and the page of the last query. */
  private static final class Pages {
    private final int domain;
    private final ArrayDeque<Integer> nodes = new ArrayDeque<>();
    private int size = FIRST_NODES;
    private List<Integer> page = List.of();

    Pages(int domain) {
      this.domain = domain;
    }

    List<Integer> next() {
      page = new ArrayList<>();
      while (page.size() < size && !nodes.isEmpty()) {
        page.add(nodes.remove());
      }
      return page;
    }

    /** Handles the reply about the first nodes of a page; the other nodes are queried again. */
    void answered(int count) {
      boolean isComplete = count == page.size();
      size = isComplete ? Math.min(MAX_NODES, 4 * size) : count;
      for (int i = page.size() - 1; i >= count; i--) {
        nodes.addFirst(page.get(i));
      }
    }
  }

  NodeReports(Question question) {
    this.question = question;
  }

  /** Starts to query the domains of these nodes. */
  void collect(List<Node> nodes, Commands commands) {
    var domains = new TreeMap<Integer, Pages>();
    nodes.forEach(node -> domains.computeIfAbsent(node.domain(), Pages::new).nodes.add(node.id()));
    waiting.addAll(domains.values());
    for (int i = 0; i < DOMAINS_AT_ONCE && !waiting.isEmpty(); i++) {
      ask(waiting.remove(), commands);
    }
  }

  private void ask(Pages pages, Commands commands) {
    var page = pages.next();
    asked.put(commands.send(id -> question.send(id, page)), pages);
  }

  /** Returns whether the command is a query without a reply. */
  boolean awaits(CommandId id) {
    return asked.containsKey(id);
  }

  /** Handles an awaited reply, and sends the next query. */
  void take(LocalReports.Reported reply, Commands commands) {
    all.addAll(reply.nodes());
    var pages = Objects.requireNonNull(asked.remove(reply.id()));
    pages.answered(reply.nodes().size());
    if (!pages.nodes.isEmpty()) {
      ask(pages, commands);
    } else if (!waiting.isEmpty()) {
      ask(waiting.remove(), commands);
    }
  }

  /** Returns the domains that have been queried and have not replied yet. */
  Collection<Integer> awaited() {
    return asked.values().stream().map(pages -> pages.domain).toList();
  }

  /** Returns the reports of all nodes, in the order of the replies. */
  List<NodeReport> all() {
    return all;
  }
}
