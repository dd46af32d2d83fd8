package io.metasched.resource.rectangles;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Agreement of the structure with the naive list over millions of operations. */
@Tag("long")
final class ManyOperationsTest {
  private static final long OPERATIONS = 2_000_000;
  private static final int STEPS_PER_LOOK = 20;

  @Test
  void theStructureDoesWhatTheNaiveListDoes() {
    var random = new SplittableRandom(Long.getLong("metasched.tests.seed", 1));
    long operations = 0;
    while (operations < OPERATIONS) {
      int steps = 20 + random.nextInt(181);
      RectangleTwins.run(random.nextLong(), steps, STEPS_PER_LOOK);
      operations += steps;
    }
  }
}
