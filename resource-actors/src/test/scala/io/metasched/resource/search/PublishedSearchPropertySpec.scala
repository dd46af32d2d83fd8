package io.metasched.resource.search

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.metasched.resource.fixture.{BruteForceWindows, DomainProperties, Environments, WindowRules}
import io.metasched.resource.model.Criterion
import org.scalacheck.Gen

final class PublishedSearchPropertySpec extends DomainProperties {

  private val problems = Gen.oneOf(Environments.small, Environments.crowded, Environments.middling)

  for (criterion <- Criterion.values) {
    val search = WindowSearches.published(criterion)

    s"The published search by ${criterion.label}" should {

      "find only valid windows" in forAll(problems) { problem =>
        for (window <- search.find(problem.table, problem.request).window.toScala)
          WindowRules.violations(window, problem.slots.asJava, problem.request).asScala shouldBe empty
      }

      "find a window if and only if there is one" in forAll(Environments.small) { problem =>
        val exists = BruteForceWindows.best(problem.slots.asJava, problem.request, criterion).isPresent

        search.find(problem.table, problem.request).window.isPresent shouldBe exists
      }

      "find the same window for any order of the slots" in forAll(problems, Gen.long) { (problem, seed) =>
        val shuffled = problem.shuffled(seed)

        search.find(shuffled.table, shuffled.request) shouldBe search.find(problem.table, problem.request)
      }
    }
  }

  for ((criterion, optimum) <- Seq(Criterion.START -> "start", Criterion.COST -> "cost")) {
    s"The published search by ${criterion.label}" should {
      s"find the least $optimum" in forAll(Environments.small) { problem =>
        val found = search(criterion).find(problem.table, problem.request).window.toScala
        val best = BruteForceWindows.best(problem.slots.asJava, problem.request, criterion).toScala

        found.map(_.value(criterion)) shouldBe best.map(_.value(criterion))
      }
    }
  }

  "The alternatives of repeated first fit" should {
    "equal the results of the search when it is repeated from the first slot" in forAll(problems) { problem =>
      val oneSweep = SearchFamily.published().alternatives(problem.table, problem.request)

      oneSweep shouldBe CommonStats.repeated(new PublishedFirstFit, problem.table, problem.request)
    }

    "equal the results of the repeated exact search" in forAll(problems) { problem =>
      val resumed = SearchFamily.exact(1).alternatives(problem.table, problem.request)

      resumed shouldBe CommonStats.repeated(WindowSearches.exact(Criterion.START, 1), problem.table, problem.request)
    }

    "be valid and not overlap" in forAll(Gen.oneOf(Environments.small, Environments.crowded)) { problem =>
      val alternatives = CommonStats.alternatives(problem.table, problem.request).asScala

      for (window <- alternatives)
        WindowRules.violations(window, problem.slots.asJava, problem.request).asScala shouldBe empty
      val parts = alternatives.flatMap(_.parts.asScala)
      for (one <- parts; other <- parts if (one ne other) && one.node == other.node)
        one.span.overlaps(other.span) shouldBe false
    }
  }

  private def search(criterion: Criterion): WindowSearch = WindowSearches.published(criterion)
}
