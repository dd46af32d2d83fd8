package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Node;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.cyclic.environment.EnvironmentGenerator.NodeSettings;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Generated nodes by id. Each node is generated from its own seeds when it is first requested, so
 * that a JVM generates only the nodes of its own domains. Thread-safe: two threads that generate a
 * node at the same time get equal nodes.
 */
final class GeneratedNodes extends NodeList {
  private static final int SAMPLE = 64;

  private final NodeSettings settings;
  private final Seeds seeds;
  private final @Nullable Node[] generated;

  GeneratedNodes(NodeSettings settings, Seeds seeds) {
    this.settings = settings;
    this.seeds = seeds;
    generated = new Node[settings.nodes()];
  }

  @Override
  public Node get(int id) {
    var known = generated[Objects.checkIndex(id, generated.length)];
    if (known != null) {
      return known;
    }
    var node = EnvironmentGenerator.node(id, settings, seeds);
    generated[id] = node;
    return node;
  }

  @Override
  public int size() {
    return generated.length;
  }

  @Override
  public int domainOf(int id) {
    return EnvironmentGenerator.domainOf(Objects.checkIndex(id, generated.length), settings);
  }

  @Override
  public List<Node> extremes() {
    return EnvironmentGenerator.extremes(settings, seeds);
  }

  /**
   * Returns strings that are equal in all JVMs that generate the same nodes: the parameters of the
   * generation, and a sample, which reveals a JVM with other arithmetic.
   */
  @Override
  public Stream<String> fingerprint() {
    int step = Math.max(1, size() / SAMPLE);
    var sample = IntStream.iterate(0, id -> id < size(), id -> id + step).mapToObj(this::get);
    return Stream.concat(Stream.of(settings, seeds), sample).map(Object::toString);
  }
}
