package dev.drover.informer;

import java.util.Optional;

/// Whether the server has a collection, for one that comes and goes with its definition.
///
/// While it is missing a [Reflector] mirrors nothing, asks for nothing and complains of nothing.
/// Any number of threads.
public interface KindAvailability {
  /// The collection is expected to be there: when it is not, that is a failure like any other.
  KindAvailability EXPECTED =
      new KindAvailability() {
        @Override
        public Optional<String> missingAt(RuntimeException failure, boolean wasThere) {
          return Optional.empty();
        }

        @Override
        public void await() {
          throw new IllegalStateException("a collection that is expected is not waited for");
        }
      };

  /// Whether a list or a watch failed because the server does not have the collection.
  ///
  /// A positive answer removes all its objects from the copy, so a doubt is a no.
  ///
  /// @param wasThere whether it was listed before
  /// @return the version as of which it is missing, which is empty if not known; nothing if the
  ///   failure has another cause
  Optional<String> missingAt(RuntimeException failure, boolean wasThere);

  /// Waits until the server has it.
  void await() throws InterruptedException;
}
