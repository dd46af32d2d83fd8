package io.metasched.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** State words of Slurm. */
final class StateCodeTest {
  @Test
  void bothFormsOfEachStateAreRead() {
    var seen = new TreeSet<String>();

    for (var each : StateCode.values()) {
      assertThat(seen.add(each.compact())).isTrue();
      assertThat(StateCode.parse(each.compact().toLowerCase(java.util.Locale.ROOT))).contains(each);
      assertThat(StateCode.parse(each.name())).contains(each);
    }
    assertThat(StateCode.parse("X")).isEmpty();
    assertThat(SelectedJobs.states(List.of("PD", "all"))).contains(StateCode.values());
  }
}
