package io.metasched.simulation.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.workload.WorkflowShape.ShapedJob;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class WorkflowShapeTest {
  @ParameterizedTest
  @EnumSource
  void aWorkflowHasAboutTheGivenSizeAndIsRepeatable(WorkflowShape shape) {
    for (int size : List.of(20, 50, 100, 997, 1000)) {
      var jobs = shape.draw(size, new SplittableRandom(size));
      assertThat(jobs.size()).isBetween(size - size / 4, size + 2);
      assertThat(shape.draw(size, new SplittableRandom(size))).isEqualTo(jobs);
      for (int job = 0; job < jobs.size(); job++) {
        int place = job;
        assertThat(jobs.get(job).after()).doesNotHaveDuplicates().allMatch(each -> each < place);
        assertThat(jobs.get(job).seconds()).isPositive();
      }
    }
  }

  /** Mean lengths of the published instances with 1,000 jobs. */
  @ParameterizedTest
  @CsvSource({"MONTAGE, 11.36", "CYBERSHAKE, 22.71", "LIGO, 227.25"})
  void theMeanLengthIsThePublishedOne(WorkflowShape shape, double published) {
    var jobs = shape.draw(1000, new SplittableRandom(1));
    double mean = jobs.stream().mapToDouble(ShapedJob::seconds).average().orElseThrow();
    assertThat(mean).isCloseTo(published, Percentage.withPercentage(5));
  }

  @Test
  void aMosaicNeedsAllImages() {
    var jobs = WorkflowShape.MONTAGE.draw(30, new SplittableRandom(1));

    // 4 images, 6 pairs, and 4 corrections
    assertThat(counts(jobs)).isEqualTo("0000 222222 6 1 2222 4 1 1 1".replace(" ", ""));
  }

  @Test
  void seismogramsShareAnExtraction() {
    var jobs = WorkflowShape.CYBERSHAKE.draw(20, new SplittableRandom(1));

    assertThat(counts(jobs)).isEqualTo("00" + "11".repeat(8) + "88");
  }

  @Test
  void lanesHaveParallelChains() {
    var jobs = WorkflowShape.EPIGENOMICS.draw(23, new SplittableRandom(1));

    assertThat(counts(jobs)).isEqualTo("0111111112" + "0111111112" + "211");
  }

  @Test
  void coincidencesJoinTheirFilters() {
    var jobs = WorkflowShape.LIGO.draw(22, new SplittableRandom(1));

    assertThat(counts(jobs)).isEqualTo("00000" + "11111" + "5" + "11".repeat(5) + "5");
  }

  /** Returns the number of predecessors of each job. */
  private static String counts(List<ShapedJob> jobs) {
    var counts = new StringBuilder();
    jobs.forEach(job -> counts.append(job.after().size()));
    return counts.toString();
  }
}
