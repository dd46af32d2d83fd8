package io.metasched.lab.bench.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.lab.bench.cyclic.StudyScaling.Row;
import io.metasched.lab.bench.cyclic.StudyScaling.Setting;
import io.metasched.lab.bench.cyclic.StudyScaling.Worker;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StudyScalingTest {
  @Test
  void oneThreadIsMeasuredFirstWhateverTheNumbers() {
    assertThat(StudyScaling.settings(List.of(2, 4)))
        .containsExactly(
            new Setting(Worker.THREADS, 1),
            new Setting(Worker.THREADS, 2),
            new Setting(Worker.JVMS, 2),
            new Setting(Worker.THREADS, 4),
            new Setting(Worker.JVMS, 4));
    assertThat(StudyScaling.settings(List.of(1))).containsExactly(new Setting(Worker.THREADS, 1));
  }

  @Test
  void jvmsAreComparedWithOneThreadAndWithAsManyThreads() {
    var rows =
        List.of(row(Worker.THREADS, 1, 60), row(Worker.THREADS, 2, 40), row(Worker.JVMS, 2, 50));

    var compared = StudyScaling.compared(rows);

    assertThat(compared).extracting(StudyScaling.Compared::speedUp).containsExactly(1.0, 1.5, 1.2);
    assertThat(compared)
        .extracting(StudyScaling.Compared::ofThreads)
        .containsExactly(1.0, 1.0, 0.8);
  }

  private static Row row(Worker worker, int count, double seconds) {
    return new Row(new Setting(worker, count), 1, seconds, "digest");
  }
}
