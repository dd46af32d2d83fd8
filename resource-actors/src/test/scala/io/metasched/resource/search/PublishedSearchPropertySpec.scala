package io.metasched.resource.search

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.metasched.resource.fixture.{BruteForceWindows, DomainProperties, Environments, WindowRules}
import io.metasched.resource.model.Criterion
import org.scalacheck.Gen

final class PublishedSearchPropertySpec extends DomainProperties {

  private val scenes = Gen.oneOf(Environments.small, Environments.crowded, Environments.middling)

  for (criterion <- Criterion.values) {
    val search = WindowSearches.published(criterion)

    s"The published search by ${criterion.label}" should {

      "find sound windows only" in forAll(scenes) { scene =>
        for (window <- search.find(scene.table, scene.request).window.toScala)
          WindowRules.violations(window, scene.slots.asJava, scene.request).asScala shouldBe empty
      }

      "find a window exactly where there is one" in forAll(Environments.small) { scene =>
        val exists = BruteForceWindows.best(scene.slots.asJava, scene.request, criterion).isPresent

        search.find(scene.table, scene.request).window.isPresent shouldBe exists
      }

      "find the same window in whatever order the slots come" in forAll(scenes, Gen.long) { (scene, seed) =>
        val shuffled = scene.shuffled(seed)

        search.find(shuffled.table, shuffled.request) shouldBe search.find(scene.table, scene.request)
      }
    }
  }

  for ((criterion, optimum) <- Seq(Criterion.START -> "start", Criterion.COST -> "cost")) {
    s"The published search by ${criterion.label}" should {
      s"find the least $optimum" in forAll(Environments.small) { scene =>
        val found = search(criterion).find(scene.table, scene.request).window.toScala
        val best = BruteForceWindows.best(scene.slots.asJava, scene.request, criterion).toScala

        found.map(_.value(criterion)) shouldBe best.map(_.value(criterion))
      }
    }
  }

  "The alternatives of repeated first fit" should {
    "be those that the search finds when it is repeated from the head of the list" in forAll(scenes) { scene =>
      val oneSweep = SearchFamily.published().alternatives(scene.table, scene.request)

      oneSweep shouldBe CommonStats.repeated(new PublishedFirstFit, scene.table, scene.request)
    }

    "be those of the exact search where that is repeated" in forAll(scenes) { scene =>
      val resumed = SearchFamily.exact(1).alternatives(scene.table, scene.request)

      resumed shouldBe CommonStats.repeated(WindowSearches.exact(Criterion.START, 1), scene.table, scene.request)
    }

    "be sound and take no slot's time twice" in forAll(Gen.oneOf(Environments.small, Environments.crowded)) { scene =>
      val alternatives = CommonStats.alternatives(scene.table, scene.request).asScala

      for (window <- alternatives)
        WindowRules.violations(window, scene.slots.asJava, scene.request).asScala shouldBe empty
      val parts = alternatives.flatMap(_.parts.asScala)
      for (one <- parts; other <- parts if (one ne other) && one.node == other.node)
        one.span.overlaps(other.span) shouldBe false
    }
  }

  private def search(criterion: Criterion): WindowSearch = WindowSearches.published(criterion)
}
