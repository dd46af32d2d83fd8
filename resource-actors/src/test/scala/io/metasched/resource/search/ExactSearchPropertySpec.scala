package io.metasched.resource.search

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.Random

import io.metasched.resource.fixture.{
  BruteForceWindows,
  DomainProperties,
  Draws,
  Environments,
  SearchProblem,
  WindowRules
}
import io.metasched.resource.model.{Criterion, Part, Slot, Window}
import io.metasched.resource.search.WindowSearches.DEFAULT_STEP_LIMIT
import io.metasched.resource.slots.SlotTable
import org.scalacheck.Gen

final class ExactSearchPropertySpec extends DomainProperties {

  for (criterion <- Criterion.values) {
    val search = WindowSearches.exact(criterion, DEFAULT_STEP_LIMIT)
    val published = WindowSearches.published(criterion)

    s"The exact search by ${criterion.label}" should {

      "find the window of the brute-force search, and prove it" in {
        var found = 0
        forAll(Environments.small, minSuccessful(Draws.of(1000))) { problem =>
          val result = search.find(problem.table, problem.request)

          result.window shouldBe BruteForceWindows.best(problem.slots.asJava, problem.request, criterion)
          result.proven shouldBe true
          found += result.window.toScala.size
        }
        found should be > Draws.of(200).value
      }

      "find the window of the brute-force search among many slots" in {
        var found = 0
        forAll(Environments.crowded, minSuccessful(Draws.of(200))) { problem =>
          val result = search.find(problem.table, problem.request)

          result.window shouldBe BruteForceWindows.best(problem.slots.asJava, problem.request, criterion)
          found += result.window.toScala.size
        }
        found should be > Draws.of(80).value
      }

      "find the window of the brute-force search among many equal windows" in {
        var found = 0
        forAll(Environments.balanced, minSuccessful(Draws.of(500))) { problem =>
          val result = search.find(problem.table, problem.request)

          result.window shouldBe BruteForceWindows.best(problem.slots.asJava, problem.request, criterion)
          found += result.window.toScala.size
        }
        found should be > Draws.of(150).value
      }

      "find a valid window no worse than the published one" in {
        var found = 0
        forAll(Environments.middling, minSuccessful(Draws.of(200))) { problem =>
          val exact = search.find(problem.table, problem.request).window.toScala
          val heuristic = published.find(problem.table, problem.request).window.toScala

          exact.isDefined shouldBe heuristic.isDefined
          for (window <- exact) {
            WindowRules.violations(window, problem.slots.asJava, problem.request).asScala shouldBe empty
            window.value(criterion) should be <= heuristic.get.value(criterion)
            found += 1
          }
        }
        found should be > Draws.of(80).value
      }

      "find the same window for any order of the slots" in
        forAll(Gen.oneOf(Environments.small, Environments.crowded, Environments.balanced), Gen.long) {
          (problem, seed) =>
            val shuffled = problem.shuffled(seed)

            search.find(shuffled.table, shuffled.request) shouldBe search.find(problem.table, problem.request)
        }
    }
  }

  for (criterion <- Seq(Criterion.PROC_TIME, Criterion.ENERGY)) {
    s"The exact search by ${criterion.label} that may take one step only" should {
      val hasty = WindowSearches.exact(criterion, 1)
      val patient = WindowSearches.exact(criterion, DEFAULT_STEP_LIMIT)

      "find a valid window if there is one, and report only true proofs" in {
        var unproven = 0
        forAll(Gen.oneOf(Environments.middling, Environments.crowded), minSuccessful(Draws.of(200))) { problem =>
          val result = hasty.find(problem.table, problem.request)
          val best = patient.find(problem.table, problem.request).window.toScala

          result.window.isPresent shouldBe best.isDefined
          for (window <- result.window.toScala) {
            WindowRules.violations(window, problem.slots.asJava, problem.request).asScala shouldBe empty
            window.value(criterion) should be >= best.get.value(criterion)
            if (result.proven) window shouldBe best.get
          }
          if (!result.proven) unproven += 1
        }
        unproven should be > 2
      }
    }
  }

  "The exact search by proctime that may take one step only" should {
    "find a window no worse than the published one" in forAll(Environments.middling, minSuccessful(Draws.of(200))) {
      problem =>
        val hasty = WindowSearches.exact(Criterion.PROC_TIME, 1).find(problem.table, problem.request).window.toScala
        val published =
          WindowSearches.published(Criterion.PROC_TIME).find(problem.table, problem.request).window.toScala

        hasty.isDefined shouldBe published.isDefined
        for (window <- hasty) window.procTimeTicks should be <= published.get.procTimeTicks
    }
  }

  "The exact search by start" should {

    "find the same window when it resumes from the last start, whichever time is taken" in {
      var resumed = 0
      forAll(Gen.oneOf(Environments.small, Environments.crowded, Environments.middling), Gen.long) { (problem, seed) =>
        resumed += windowsTaken(problem, new Random(seed))
      }
      resumed should be > Draws.of(500).value
    }
  }

  /** Finds and takes windows until there are no more, and takes other time in between. */
  private def windowsTaken(problem: SearchProblem, random: Random): Int = {
    val search = WindowSearches.exact(Criterion.START, DEFAULT_STEP_LIMIT)
    val table = problem.table
    var resumedRequest = problem.request
    var taken = 0
    var found = search.find(table, resumedRequest)
    while (found.window.isPresent) {
      taken += 1
      found shouldBe search.find(table, problem.request)

      resumedRequest = resumedRequest.notBefore(found.window.get.start)
      if (random.nextBoolean()) table.subtract(found.window.get)
      else takeSomething(table, random)
      found = search.find(table, resumedRequest)
    }
    search.find(table, problem.request).window.toScala shouldBe None
    taken
  }

  private def takeSomething(table: SlotTable, random: Random): Unit = {
    val vacant = table.slots
    val slot = vacant.get(random.nextInt(vacant.size))
    val length = slot.span.lengthTicks
    val offset = (random.nextDouble() * length).toLong
    table.subtract(partOf(slot, offset, 1 + (random.nextDouble() * (length - offset)).toLong))
  }

  private def partOf(slot: Slot, offset: Long, length: Long): Window =
    new Window(List(Part.on(slot.node, slot.span.start + offset, length, slot.priceMilli)).asJava)
}
