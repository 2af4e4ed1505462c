package dev.drover.server.storage;

import java.util.List;
import java.util.OptionalLong;

/// Objects of a resource at one revision: all of them, or a page.
///
/// @param revision the list's resourceVersion
/// @param items in the order of namespace and name
/// @param continueToken for the next page; empty when there is none
/// @param remaining how many objects follow this page, where that is known
public record ListPage(
    long revision, List<StoredObject> items, String continueToken, OptionalLong remaining) {

  public ListPage {
    items = List.copyOf(items);
  }
}
