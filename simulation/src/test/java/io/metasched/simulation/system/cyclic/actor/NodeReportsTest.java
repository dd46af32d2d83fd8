package io.metasched.simulation.system.cyclic.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.actor.LocalReports;
import io.metasched.resource.model.Node;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeReport;
import io.metasched.simulation.driver.ActorModel.Commands;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class NodeReportsTest {
  private static final int NODES_OF_A_DOMAIN = 6 * NodeReports.FIRST_NODES;

  private record Asked(CommandId id, List<Integer> nodes) {}

  private long sent;
  private final ArrayDeque<Asked> asked = new ArrayDeque<>();
  private final NodeReports reports =
      new NodeReports((id, nodes) -> asked.add(new Asked(id, List.copyOf(nodes))));
  private final Commands commands =
      send -> {
        var id = new CommandId(7, sent++);
        send.accept(id);
        return id;
      };

  @Test
  void allNodesAreReportedOnce() {
    reports.collect(nodes(3), commands);
    replyToAll();

    assertThat(reports.all())
        .extracting(NodeReport::node)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 3 * NODES_OF_A_DOMAIN).boxed().toList());
    assertThat(sent).isEqualTo(3 * 3);
    assertThat(reports.awaited()).isEmpty();
  }

  @Test
  void aDomainIsAskedForTheNextNodesWhenItHasReplied() {
    reports.collect(nodes(1), commands);

    var pages = new ArrayList<Integer>();
    while (!asked.isEmpty()) {
      assertThat(asked).hasSize(1);
      assertThat(reports.awaited()).containsExactly(0);
      pages.add(asked.element().nodes().size());
      reply(asked.remove());
    }

    int first = NodeReports.FIRST_NODES;
    assertThat(pages).containsExactly(first, 4 * first, first);
  }

  @Test
  void nodesThatAReplyLacksAreAskedForAgain() {
    reports.collect(nodes(1), commands);

    reply(asked.remove(), 10);
    var next = asked.remove();
    assertThat(next.nodes()).hasSize(10).startsWith(10);
    reply(next, 10);
    assertThat(asked.element().nodes()).hasSize(40).startsWith(20);
    replyToAll();

    assertThat(reports.all())
        .extracting(NodeReport::node)
        .containsExactlyElementsOf(IntStream.range(0, NODES_OF_A_DOMAIN).boxed().toList());
  }

  @Test
  void ofManyDomainsSomeAreAskedSideBySide() {
    int domains = NodeReports.DOMAINS_AT_ONCE + 2;
    reports.collect(nodes(domains), commands);

    var all = new TreeSet<Integer>();
    while (!asked.isEmpty()) {
      assertThat(reports.awaited()).hasSizeLessThanOrEqualTo(NodeReports.DOMAINS_AT_ONCE);
      assertThat(reports.awaited()).doesNotHaveDuplicates();
      all.addAll(reports.awaited());
      reply(asked.remove());
    }

    assertThat(all).hasSize(domains);
    assertThat(reports.all()).hasSize(domains * NODES_OF_A_DOMAIN);
  }

  @Test
  void actorsWithoutARequestAreNotAwaited() {
    reports.collect(nodes(1), commands);
    var first = asked.remove();

    assertThat(reports.awaits(first.id())).isTrue();
    reply(first);

    assertThat(reports.awaits(first.id())).isFalse();
    assertThat(reports.awaits(new CommandId(7, 100))).isFalse();
  }

  private void replyToAll() {
    while (!asked.isEmpty()) {
      reply(asked.remove());
    }
  }

  private void reply(Asked question) {
    reply(question, question.nodes().size());
  }

  private void reply(Asked question, int first) {
    var nodes =
        question.nodes().stream()
            .limit(first)
            .map(node -> new NodeReport(node, List.of(), List.of()))
            .toList();
    reports.take(new LocalReports.Reported(question.id(), nodes), commands);
  }

  private static List<Node> nodes(int domains) {
    return IntStream.range(0, domains * NODES_OF_A_DOMAIN)
        .mapToObj(id -> new Node(id, id % domains, 1, 1000, 1000, List.of()))
        .toList();
  }
}
