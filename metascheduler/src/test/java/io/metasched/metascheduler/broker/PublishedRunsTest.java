package io.metasched.metascheduler.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Setup of Table 1 of the broker-agent paper: tasks of random spans and loads, one broker, and
 * agents of two nodes each. The tasks of the paper are not published.
 */
final class PublishedRunsTest {
  private static List<AgentNode> nodes(int agent) {
    return IntStream.rangeClosed(1, 2)
        .mapToObj(id -> new AgentNode(id, "station" + (2 * agent + id), "Rudolf", "f", 1, 1, 100))
        .toList();
  }

  private static Task[] tasks(int count) {
    var random = new SplittableRandom(count);
    return LongStream.rangeClosed(1, count)
        .mapToObj(
            id -> {
              long start = random.nextInt(count * 300) * 1000L;
              var span = Span.of(start, (60 + random.nextInt(541)) * 1000L);
              return Task.of(id, span, 10 + random.nextInt(41));
            })
        .toArray(Task[]::new);
  }

  /**
   * Compares with the paper: 4/4, 10/10, 19/12/19, 36/26/38 tasks per agent, and all tasks placed.
   */
  @ParameterizedTest
  @CsvSource({"8, 4/4", "20, 10/10", "50, 17/17/16", "100, 33/34/33"})
  void allTasksArePlacedAndTheAgentsShareThem(int count, String ofEachAgent) {
    int agents = ofEachAgent.split("/", -1).length;
    var all = IntStream.range(0, agents).mapToObj(PublishedRunsTest::nodes).toList();
    var network = new BrokerNetwork(1, all, TableLimits.PUBLISHED, BrokerRules.DEFAULT);

    network.submit(0, tasks(count));
    network.deliverAll();

    var broker = network.brokers.get(0);
    network.assertWithinLimits();
    network.assertAgreement();
    assertThat(broker.placed()).hasSize(count); // performance 100 %
    var shares = broker.reservations().values().stream().map(String::valueOf).toList();
    assertThat(String.join("/", shares)).isEqualTo(ofEachAgent);
  }
}
