package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

final class LocalRunsTest {
  private final LocalRuns runs = new LocalRuns();

  @Test
  void addedRunsAreInIt() {
    var all = new ArrayList<LocalRun>();
    for (int i = 0; i < 40; i++) {
      var job = new LocalJob(Long.MAX_VALUE / 2 - i, 1000L * i, i + 1);
      all.add(new LocalRun(job, Span.of(1000L * i + i % 3, i + 1), i % 2 == 0));
      runs.add(all.get(i));

      assertThat(runs).isEqualTo(all);
    }
  }

  @Test
  void aCopyStaysAsItIs() {
    runs.add(new LocalRun(new LocalJob(0, 0, 10), Span.of(0, 10), true));
    var before = new ArrayList<>(runs);

    var copy = LocalRuns.copyOf(runs);
    runs.add(new LocalRun(new LocalJob(1, 0, 10), Span.of(10, 10), false));

    assertThat(copy).isEqualTo(before);
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(copy::clear);
    assertThat(LocalRuns.copyOf(copy)).isEqualTo(before);
    assertThat(LocalRuns.copyOf(new LocalRuns())).isEmpty();
  }

  @Test
  void aSpanThatIsNotAsLongAsTheJobIsRefused() {
    var run = new LocalRun(new LocalJob(0, 0, 10), Span.of(0, 11), true);

    assertThatIllegalArgumentException().isThrownBy(() -> runs.add(run));
    assertThat(runs).isEmpty();
  }

  @Test
  void nothingIsLeftWhenAllAreForgotten() {
    runs.add(new LocalRun(new LocalJob(0, 0, 10), Span.of(0, 10), true));

    runs.clear();

    assertThat(runs).isEmpty();
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> runs.get(0));
  }
}
