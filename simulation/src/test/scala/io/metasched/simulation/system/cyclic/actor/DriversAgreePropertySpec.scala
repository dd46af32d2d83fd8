package io.metasched.simulation.system.cyclic.actor
import io.metasched.resource.fixture.Draws
import scala.jdk.CollectionConverters._

import io.metasched.simulation.system.cyclic.rule.Checker
import io.metasched.simulation.system.cyclic.Scenarios
import io.metasched.simulation.kernel.EngineLoop
import io.metasched.simulation.system.cyclic.rows.PlacementRowsDigest
import org.scalacheck.{Gen, Shrink}
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Agreement of engine and actors on a scenario. A failure prints the scenario and the fixture. */
final class DriversAgreePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(250))

  implicit private val asItIs: Shrink[String] = Shrink.shrinkAny // a cut scenario is invalid

  private val fixtures = for {
    threads <- Gen.oneOf(1, 2, 8)
    throughput <- Gen.oneOf(1, 5, 100)
    late <- Gen.option(Gen.choose(0L, Long.MaxValue / 2))
    spareParts <- Gen.oneOf(0, 1, 8)
    wholeListShare <- Gen.oneOf("0", "0.5", "Infinity")
    shortList <- Gen.oneOf(0, 0, 128)
    commandsInFlight <- Gen.oneOf(2, 4096)
    oneThread <- Gen.prob(0.2)
  } yield ActorFixture(
    threads,
    throughput,
    late,
    spareParts,
    wholeListShare,
    shortList,
    commandsInFlight,
    oneThread = oneThread
  )

  "Actors" should {
    "produce the result of the engine for any threads and any delay of messages" in {
      forAll(Scenarios.any, fixtures) { (text, fixture) =>
        val setting = Scenarios.setting(text)
        val expected = EngineLoop.run(setting.model, "test")

        withClue(s"$fixture\n$text\n") {
          val run = fixture.run(Scenarios.setting(text))

          PlacementRowsDigest.of(run.placements) shouldBe PlacementRowsDigest.of(expected.placements)
          ActorFixture.anonymous(run) shouldBe ActorFixture.anonymous(expected)
          Checker.check(run).asScala shouldBe empty
        }
      }
    }
  }
}
