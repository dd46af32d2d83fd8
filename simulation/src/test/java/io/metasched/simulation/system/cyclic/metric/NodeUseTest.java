package io.metasched.simulation.system.cyclic.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.cyclic.model.InstanceFactory;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

/** Ranking of nodes by their use. */
final class NodeUseTest {

  @Test
  void theBusiestNodesAreFirstAndTogetherHaveWhatTheirOwnersHave() {
    var text = Systems.SCENARIOS.defaults().with("time.cycles=3", "--set");
    var instance = InstanceFactory.of(ScenarioReader.read(text, Policies.builtIn()), Path::of);
    var run = EngineLoop.run(instance.begin(instance.policies().get(0), Progress.NONE), "test");
    var nodes = NodeUse.of(run);
    var all = OwnerGroup.of(run);

    assertThat(nodes).hasSize(run.nodes().size());
    assertThat(nodes)
        .isSortedAccordingTo(
            Comparator.comparingLong((NodeUse use) -> use.usedTicks() + use.localTicks())
                .reversed());
    assertThat(nodes.stream().mapToInt(NodeUse::parts).sum()).isEqualTo(all.parts().size());
    assertThat(nodes.stream().mapToLong(NodeUse::usedTicks).sum() / 1000.0)
        .isEqualTo(all.procTime());
    assertThat(nodes.stream().mapToLong(NodeUse::incomeMilli).sum() / 1000.0)
        .isEqualTo(all.income());
  }
}
