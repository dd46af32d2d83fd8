package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.StagedFile;
import io.metasched.service.run.StoredInput;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Plans of runs in the state. */
final class RunPlanTest {
  private static RunPlan plan(StoredInput file, Optional<String> chdir) {
    return ExampleJobs.named("x").run().withInput(List.of(file)).withChdir(chdir);
  }

  @Test
  void aPlanWithoutAFolderIsReadAsItWasWrittenBefore() {
    var before =
        "{\"command\":[\"x\"],\"environment\":{},\"input\":[{\"path\":\"a\",\"text\":\"b\"}],"
            + "\"graceMillis\":0,\"warnMillis\":null,\"memoryBytes\":null,\"processes\":null}";

    assertThat(BookJson.read(before, RunPlan.class))
        .isEqualTo(plan(StoredInput.of(new StagedFile("a", "b", false)), Optional.empty()));
  }

  @Test
  void bytesThatAreNoTextAreKept() {
    var plan = plan(StoredInput.of(StagedFile.of("a", new byte[] {0, -1})), Optional.of("sub"));

    assertThat(BookJson.read(BookJson.write(plan), RunPlan.class)).isEqualTo(plan);
  }
}
