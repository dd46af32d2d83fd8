package io.metasched.simulation.actor

import scala.jdk.CollectionConverters._

import io.metasched.simulation.check.Checker
import io.metasched.simulation.engine.{Engine, Progress, Scenarios}
import io.metasched.simulation.result.PlacementsDigest
import org.scalacheck.{Gen, Shrink}
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** The same scenario through the engine and through actors. A failure prints the scenario and the stage. */
final class DriversAgreePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 250)

  implicit private val asItIs: Shrink[String] = Shrink.shrinkAny // a cut scenario is no scenario

  private val stages = for {
    threads <- Gen.oneOf(1, 2, 8)
    throughput <- Gen.oneOf(1, 5, 100)
    late <- Gen.option(Gen.choose(0L, Long.MaxValue / 2))
    spareParts <- Gen.oneOf(0, 1, 8)
    wholeListShare <- Gen.oneOf("0", "0.5", "Infinity")
    shortList <- Gen.oneOf(0, 0, 128)
    oneThread <- Gen.prob(0.2)
  } yield Stage(threads, throughput, late, spareParts, wholeListShare, shortList, oneThread = oneThread)

  "Actors" should {
    "bring out what the engine brings out, whatever their threads and however late their messages" in {
      forAll(Scenarios.any, stages) { (text, stage) =>
        val setting = Scenarios.setting(text)
        val expected = Engine.run(setting.world, setting.name, setting.policy, "test", Progress.NONE)

        withClue(s"$stage\n$text\n") {
          val run = stage.play(Scenarios.setting(text))

          PlacementsDigest.of(run.placements) shouldBe PlacementsDigest.of(expected.placements)
          Stage.anonymous(run) shouldBe Stage.anonymous(expected)
          Checker.check(run).asScala shouldBe empty
        }
      }
    }
  }
}
