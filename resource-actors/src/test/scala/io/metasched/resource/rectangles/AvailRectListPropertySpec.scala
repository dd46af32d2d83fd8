package io.metasched.resource.rectangles

import io.metasched.resource.fixture.{DomainProperties, Draws}
import org.scalacheck.Gen

/** Agreement of the structure with the naive list. */
final class AvailRectListPropertySpec extends DomainProperties {

  "An availability list" should {
    "agree with the naive list after additions, deletions, reductions and searches" in
      forAll(Gen.long, Gen.choose(20, 200), minSuccessful(Draws.of(800))) { (seed, steps) =>
        RectangleTwins.run(seed, steps)
      }
  }
}
