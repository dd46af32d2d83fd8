package io.metasched.simulation.system.cyclic.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.cyclic.environment.Environment;
import io.metasched.simulation.system.cyclic.environment.LocalLoad;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Domains of an environment before they are started. */
final class DomainActorsTest {

  @Test
  void eachDomainThatHasANodeIsThereOnce() {
    assertThat(domains(4, 0, 4, 2).numbers()).containsExactly(0, 2, 4);
  }

  @Test
  void aDomainWithoutNodesIsNone() {
    assertThatThrownBy(() -> domains(4, 0, 4, 2).behavior(1, Journal.NONE))
        .hasMessage("there is no domain 1");
  }

  /** Returns the domains of some nodes; {@code of} contains the domain of each node. */
  private static DomainActors domains(int... of) {
    var nodes = new ArrayList<Node>();
    for (int id = 0; id < of.length; id++) {
      nodes.add(new Node(id, of[id], 1, 1000, 1000, List.of()));
    }
    var load =
        new LocalLoad(
            new LocalLoad.Settings(0, 0, 0, 1, 1),
            nodes.stream().map(node -> false).toList(),
            new Seeds(1, "domains", 0));
    var environment = new Environment(nodes, new ListPricing(), load);
    return new DomainActors(environment, 1000, DomainSettings.load());
  }
}
