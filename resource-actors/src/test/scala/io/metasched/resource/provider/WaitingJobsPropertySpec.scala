package io.metasched.resource.provider

import scala.collection.mutable

import io.metasched.resource.fixture.DomainProperties
import org.scalacheck.Gen

final class WaitingJobsPropertySpec extends DomainProperties {

  private val bodies = Gen.zip(Gen.choose(0L, 8L), Gen.choose(1, 9), Gen.choose(1L, 9L))
  private val jobLists = Gen
    .listOfN(40, bodies)
    .map(_.zipWithIndex.map { case ((submit, size, limit), i) =>
      new BatchJob(i, submit, size, limit)
    })
  private val orders = Gen.oneOf(BatchJob.BY_ARRIVAL, BatchJob.BY_SIZE, BatchJob.BY_LIMIT)
  private val questions =
    Gen.listOfN(60, Gen.zip(Gen.choose(0, 39), Gen.choose(0, 9), Gen.choose(-1, 9), Gen.choose(0L, 9L)))

  "Waiting jobs" should {

    "be found as in a walk along the list" in forAll(orders, jobLists, questions) { (order, jobs, questions) =>
      val waiting = new WaitingJobs(order)
      val list = mutable.SortedSet.empty[BatchJob](Ordering.comparatorToOrdering(order))

      for ((at, free, extra, within) <- questions) {
        val job = jobs(at)
        if (list.contains(job)) {
          waiting.remove(job)
          list.remove(job)
        } else {
          waiting.add(job)
          list.add(job)
        }

        waiting.size shouldBe list.size
        Option(waiting.first) shouldBe list.headOption
        for (after <- Seq(None, Some(jobs((at * 7 + 3) % 40)))) {
          val behind = list.toList.filter(j => after.forall(order.compare(j, _) > 0))
          Option(waiting.next(after.orNull, free)) shouldBe behind.find(_.processors <= free)
          Option(waiting.nextBackfill(after.orNull, free, extra, within)) shouldBe
            behind.find(j => j.processors <= free && (j.processors <= extra || j.limitTicks <= within))
        }
      }
    }

    "reject the removal of a job that is not in the queue" in {
      val waiting = new WaitingJobs(BatchJob.BY_ARRIVAL)
      waiting.add(new BatchJob(1, 0, 1, 1))

      an[IllegalArgumentException] should be thrownBy waiting.remove(new BatchJob(2, 0, 1, 1))
      waiting.size shouldBe 1
    }
  }
}
